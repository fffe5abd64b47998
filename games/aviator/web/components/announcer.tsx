/** Announces to screen readers, once and politely, what the picture shows: take-off, cash-out, crash. */
import type { AviatorBet } from '../../contract.ts';
import { useT } from '../texts.ts';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import type { StageModel } from '../stage/stage-model.ts';

type AnnouncerProps = { phase: StageModel['phase']; crash: number | null; ended: readonly AviatorBet[] };

export function Announcer({ phase, crash, ended }: AnnouncerProps) {
  const t = useT();
  const { formatCoins, formatMultiplier } = useFormat();
  const cashedOut = ended
    .filter(({ outcome }) => outcome === 'win')
    .map(({ amountWon, cashOutMultiplier }) =>
      t('aviator.endedWin', { n: formatCoins(amountWon), m: formatMultiplier(cashOutMultiplier ?? 1) }),
    )
    .join('. ');
  const lost = ended
    .filter(({ outcome }) => outcome === 'loss')
    .map(({ amount }) => t('aviator.endedLoss', { n: formatCoins(amount) }))
    .join('. ');
  // Each region changes once for each bet of a round, and a region is read only when it changes.
  return (
    <div className="sr-only">
      <p role="status">{phase === 'flying' ? t('aviator.announceStarted') : ''}</p>
      <p role="status">{phase === 'waiting' ? '' : cashedOut}</p>
      <p role="status">
        {phase === 'crashed' && crash !== null
          ? `${t('aviator.announceCrashed', { m: formatMultiplier(crash) })} ${lost}`
          : ''}
      </p>
    </div>
  );
}
