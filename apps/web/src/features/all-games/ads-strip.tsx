/** Below the games: the site's own ads, for coins. */
import { useGamesConfig } from '@fairground/site-kit/games-config/games-config.ts';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { openSiteDialog } from '@fairground/site-kit/ui/site-dialogs.ts';
import { useTexts } from '../../texts.ts';

export function AdsStrip() {
  const t = useTexts('games');
  const ads = useGamesConfig().data?.ads;
  if (ads?.dailyLimit === 0) return null;
  return (
    <section
      aria-labelledby="ads-title"
      className="bites-top mt-10 flex flex-wrap items-center gap-x-6 gap-y-3 rounded-b-panel bg-panel px-5 pt-7 pb-5"
    >
      <div className="grow">
        <h2 id="ads-title" className="text-20 leading-6.5 font-bold">
          {t('ads.strip')}
        </h2>
        <p className="text-quiet">{t('ads.stripText')}</p>
      </div>
      <Button variant="secondary" aria-haspopup="dialog" onClick={() => openSiteDialog('ads')}>
        {ads === undefined ? t('ads.open') : t('ads.openFor', { coins: ads.coins })}
      </Button>
    </section>
  );
}
