/** The words over the stage: the multiplier or the countdown, and how the player's bet went. */
import { stageNote } from '@fairground/game-kit/web';
import type { AviatorBet } from '../../contract.ts';
import Check from '@fairground/site-kit/icons/check';
import X from '@fairground/site-kit/icons/x';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { ConnectionNote } from '@fairground/site-kit/live/connection-note.tsx';
import { display, FlightText, multiplier } from '../stage/flight-text.tsx';
import type { FlightStore } from '../stage/flight-text.tsx';
import type { StageModel } from '../stage/stage-model.ts';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import { useTexts } from '../texts.ts';

const countdownLabel = 'block pt-1 text-17 leading-6 font-bold lg:text-20 lg:leading-6.5';

type StageDisplayProps = {
  model: StageModel;
  store: FlightStore;
  /** The player's bets in the round that is shown which have ended. */
  ended: readonly AviatorBet[];
  error: string | null;
  /** The connection is lost: the last countdown that is known would end at 0 and stay there. */
  away: boolean;
  /** No round is known yet. */
  isUnknown: boolean;
  /** Bets are sealed, and the public beacon is waited for. */
  isFuseLit: boolean;
};

export function StageDisplay({ model, store, ended, error, away, isUnknown, isFuseLit }: StageDisplayProps) {
  'use memo';
  const t = useTexts('page');
  const { formatTwoDecimals } = useFormat();
  const waiting = model.phase === 'waiting';
  return (
    <div className={display}>
      <p
        className={multiplier}
        data-crashed={model.phase === 'crashed' || undefined}
        data-part="multiplier"
        hidden={waiting}
      >
        <FlightText store={store} format={(hundredths) => `${formatTwoDecimals(hundredths / 100)}X`} />
      </p>
      <p data-part="fuse" role="status" className={countdownLabel} hidden={!waiting || away || !isFuseLit}>
        {waiting && !away && isFuseLit && t('aviator.fuse')}
      </p>
      {waiting && away && isUnknown && <p className={countdownLabel}>{t('aviator.looking')}</p>}
      <p data-part="countdown" hidden={!waiting || away || isFuseLit}>
        <span className={countdownLabel}>{t('aviator.nextRound')}</span>{' '}
        <span className={cn(multiplier, isUnknown && error === null && 'invisible')} data-part="seconds">
          {model.countdown}
        </span>
      </p>
      <div className="mt-2 grid justify-items-center gap-2 lg:mt-3 lg:justify-items-start">
        {!waiting && ended.map((bet) => <Ended key={bet.id} bet={bet} />)}
        {error !== null && <p className={stageNote}>{error}</p>}
        <ConnectionNote className={stageNote} />
      </div>
    </div>
  );
}

function Ended({ bet }: { bet: AviatorBet }) {
  const t = useTexts('page');
  const { formatCoins, formatTwoDecimals } = useFormat();
  if (bet.outcome === 'win') {
    return (
      <p className={cn(stageNote, bet.amountWon > bet.amount && 'text-win')}>
        <Check aria-hidden="true" className="size-5 stroke-3" />
        <span>
          {t('aviator.endedWin', {
            n: formatCoins(bet.amountWon),
            m: formatTwoDecimals(bet.cashOutMultiplier ?? 1),
          })}
        </span>
      </p>
    );
  }
  if (bet.outcome !== 'loss') return null;
  return (
    <p className={cn(stageNote, 'text-loss')}>
      <X aria-hidden="true" className="size-5 stroke-3" />
      <span>{t('aviator.endedLoss', { n: formatCoins(bet.amount) })}</span>
    </p>
  );
}
