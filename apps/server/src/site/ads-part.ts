/** Ad rewards, wired. */
import { houseAds, networkAds } from '../players/ads/provider.ts';
import { adsRoutes } from '../players/ads/routes.ts';
import { createAdsService } from '../players/ads/service.ts';
import type { PartDeps, SitePart } from './site-part.ts';

export const wireAds = (deps: PartDeps): SitePart => {
  const { adSeconds, adCoins, adDailyLimit, adCallbackSecret } = deps.settings;
  const service = createAdsService({
    ...deps,
    rules: { seconds: adSeconds, coins: adCoins, dailyLimit: adDailyLimit },
    provider: adCallbackSecret === null ? houseAds() : networkAds(adCallbackSecret),
  });
  return { routes: adsRoutes(service), clean: () => service.clean() };
};
