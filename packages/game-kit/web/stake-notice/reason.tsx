/** Why no stake can be placed, with the remedy if there is one: another try at a closed game, or the ways to coins. */
import { Link } from '@fairground/site-kit/router/router.tsx';
import { useCoinWays } from '@fairground/site-kit/coins/coin-ways.ts';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { openSiteDialog } from '@fairground/site-kit/ui/site-dialogs.ts';

import type { GameClosed } from '../use-game-closed.ts';
import { useTexts } from '../texts.ts';

export interface StakeNoticeProps {
  gameClosed: GameClosed;
  /** Undefined until the player is known. */
  balance: number | undefined;
  minCoins: number;
}

export function Reason({ gameClosed, balance, minCoins }: StakeNoticeProps) {
  const t = useTexts('stake-notice');
  if (gameClosed.breakUntil !== null) return <OnBreak until={gameClosed.breakUntil} />;
  if (!gameClosed.closed) return <OutOfCoins balance={balance ?? 0} minCoins={minCoins} />;
  return (
    <div role="alert" className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <p className="min-w-0 flex-1 text-14 leading-5 font-bold">
        {t(gameClosed.withoutBeacon ? 'stake.withoutBeacon' : 'stake.closed')}
      </p>
      <Button variant="secondary" size="small" onClick={gameClosed.tryAgain}>
        {t('ui.retry')}
      </Button>
    </div>
  );
}

const wayClass = 'inline-flex min-h-11 items-center font-bold underline underline-offset-4';

function OnBreak({ until }: { until: string }) {
  const t = useTexts('stake-notice');
  const { formatMoment } = useFormat();
  return (
    <div role="status" className="text-14 leading-5">
      <p className="font-bold">{t('stake.onBreak', { at: formatMoment(until) })}</p>
      <Link to="/limits" className={wayClass}>
        {t('stake.limits')}
      </Link>
    </div>
  );
}

function OutOfCoins({ balance, minCoins }: { balance: number; minCoins: number }) {
  const t = useTexts('stake-notice');
  const { formatCoins } = useFormat();
  const ways = useCoinWays();
  return (
    <div role="status" className="text-14 leading-5">
      <p className="font-bold">
        {t('stake.tooFew', { have: balance, shown: formatCoins(balance), min: formatCoins(minCoins) })}
      </p>
      <ul aria-label={t('stake.ways')} className="flex flex-wrap gap-x-4">
        {ways.map((way) => (
          <li key={way.label}>
            {'dialog' in way ? (
              <button type="button" className={wayClass} onClick={() => openSiteDialog(way.dialog)}>
                {t(way.label)}
              </button>
            ) : (
              <Link to={way.path} className={wayClass}>
                {t(way.label)}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
