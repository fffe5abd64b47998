/** Watching an ad for coins: the offer, the ad with its countdown, and the result. */
import { useGamesConfig } from '@fairground/site-kit/games-config/games-config.ts';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import { CoinAmount } from '@fairground/site-kit/ui/coin.tsx';
import { Dialog, dialogDock } from '@fairground/site-kit/ui/dialog.tsx';
import { AdPicture } from './ad-picture.tsx';
import styles from './ads.module.css';
import { useAd, type Ad } from './use-ad.ts';
import { useTexts } from '../../texts.ts';

interface AdsDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const maxLights = 30;
const minLights = 8;

export function AdsDialog({ open, onOpenChange }: AdsDialogProps) {
  'use memo';
  const t = useTexts('ads');
  const config = useGamesConfig().data?.ads;
  const { ad, start } = useAd();
  const view = ad.phase === 'watching' || ad.phase === 'claiming' ? ad.view : null;
  const seconds = view?.seconds ?? config?.seconds ?? 0;
  const resting = ad.phase === 'watching' && ad.resting;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('ads.title')}
      description={
        config === undefined
          ? t('ui.loading')
          : `${t('ads.lead', config)} ${t('ads.limit', { n: config.dailyLimit })}`
      }
      className="max-w-[880px]"
      picture={
        <div className={cn('pb-4 md:p-6 md:pr-4 sideways:p-3', resting && styles.resting)}>
          <AdPicture
            creative={view?.creative ?? (ad.phase === 'done' ? ad.creative : null)}
            watched={watchedPart(ad)}
            lights={Math.min(maxLights, Math.max(minLights, seconds))}
          />
        </div>
      }
    >
      <Progress ad={ad} />
      <Actions ad={ad} start={start} close={() => onOpenChange(false)} />
    </Dialog>
  );
}

const watchedPart = (ad: Ad): number => {
  if (ad.phase === 'done') return 1;
  if (ad.phase !== 'watching' && ad.phase !== 'claiming') return 0;
  return ad.view.seconds === 0 ? 1 : Math.min(1, ad.seenMs / (ad.view.seconds * 1000));
};

/** Has the same height in all phases, so that nothing jumps. */
function Progress({ ad }: { ad: Ad }) {
  const t = useTexts('ads');
  return (
    <div className="grid min-h-24 content-center gap-2">
      {ad.phase === 'watching' || ad.phase === 'claiming' ? (
        <>
          <p className="flex items-baseline gap-2">
            <span className="figures font-display text-36 leading-10">{secondsLeft(ad)}</span>
            <span className="text-quiet">
              {ad.phase === 'claiming' ? t('ads.claiming') : t('ads.running', { n: secondsLeft(ad) })}
            </span>
          </p>
          <div
            role="progressbar"
            aria-label={t('ads.progress')}
            aria-valuenow={Math.round(watchedPart(ad) * 100)}
            className="h-2 overflow-hidden rounded-full bg-rule"
          >
            <div
              className="h-full origin-left bg-bulb-500"
              style={{ transform: `scaleX(${watchedPart(ad)})` }}
            />
          </div>
          <p className="text-14 leading-5 text-quiet">{t(ad.resting ? 'ads.paused' : 'ads.rests')}</p>
        </>
      ) : null}
      {ad.phase === 'done' ? (
        <>
          <p className="flex flex-wrap items-center gap-2 text-20 leading-6.5 font-bold">
            <CoinAmount coins={ad.coins} className="text-28" />
          </p>
          <p className="text-quiet">{t('ads.left', { n: ad.left })}</p>
        </>
      ) : null}
      {ad.phase === 'none' ? <p role="status">{t('ads.none')}</p> : null}
      {ad.phase === 'failed' ? (
        <p role="alert" className="text-loss">
          {ad.message}
        </p>
      ) : null}
    </div>
  );
}

const secondsLeft = (ad: Extract<Ad, { seenMs: number }>): number =>
  Math.max(0, Math.ceil(ad.view.seconds - ad.seenMs / 1000));

const labels = {
  offer: 'ads.start',
  starting: 'ads.start',
  none: 'ads.start',
  watching: 'ads.watching',
  claiming: 'ads.watching',
  done: 'ads.again',
  failed: 'ui.retry',
} as const;

interface ActionsProps {
  ad: Ad;
  start: () => Promise<void>;
  close: () => void;
}

function Actions({ ad, start, close }: ActionsProps) {
  const t = useTexts('ads');
  const over = ad.phase === 'none' || (ad.phase === 'done' && ad.left <= 0);
  if (over) {
    return (
      <Button variant="secondary" size="large" onClick={close}>
        {t('ui.close')}
      </Button>
    );
  }
  const watching = ad.phase === 'watching' || ad.phase === 'claiming';
  return (
    <div className={dialogDock}>
      <Button size="action" busy={watching || ad.phase === 'starting'} onClick={() => void start()}>
        {t(labels[ad.phase])}
      </Button>
    </div>
  );
}
