/** The daily wheel, wired: its calls, and the live message that spins it. */
import type { SpinWheelData } from '@fairground/game-wheel/contract';
import { createSeedsService } from '../modules/seeds/service.ts';
import { wheelRoutes } from '../modules/wheel/routes.ts';
import { createWheelService, type WheelService } from '../modules/wheel/service.ts';
import type { Handler } from '../realtime/types.ts';
import { liveRefusal } from './live-refusal.ts';
import type { PartDeps, SitePart } from './site-part.ts';

export const wireWheel = (deps: PartDeps): SitePart => {
  const service = createWheelService({
    ...deps,
    siteTimeZone: deps.settings.siteTimeZone,
    recordSpin: (result) => deps.recordBet('wheel', result),
    // Rotation is not the wheel's business: a spin is over as soon as it is drawn.
    seeds: createSeedsService({ ...deps, isGameOpen: async () => true }),
  });
  return { routes: wheelRoutes(service), handlers: { spinWheel: spinHandler(service) } };
};

/** The payload is not looked at: whatever amount a client names, the server draws. */
const spinHandler =
  (service: WheelService): Handler =>
  async ({ identity }) => {
    if (identity === null) return liveRefusal('not_signed_in');
    const spun = await service.spin({ playerId: BigInt(identity.playerId) });
    if (spun.kind === 'refused') return liveRefusal(spun.code);
    const data = JSON.parse(spun.text) as SpinWheelData;
    return { success: true, data, message: spinMessage(data.amount) };
  };

const spinMessage = (amount: number): string =>
  amount > 0 ? `You won ${amount.toLocaleString('en-US')} coins.` : 'Oops! Try again next time.';
