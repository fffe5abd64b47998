/** The words over the stage: the multiplier or the countdown, and how the player's bet went. */
import type { AviatorBet } from '@fairground/game-aviator/contract';
import { Check, X } from 'lucide-react';
import { formatCoins } from '../../shared/format/format.ts';
import { useT } from '../../shared/i18n/i18n.ts';
import { FlightText } from './flight-text.tsx';
import type { FlightStore } from './flight-text.tsx';
import type { StageModel } from './stage-model.ts';

type StageDisplayProps = {
  model: StageModel;
  store: FlightStore;
  /** The player's bet in the round that is shown, once it has ended. */
  ended: AviatorBet | null;
  error: string | null;
  connected: boolean;
};

export function StageDisplay({ model, store, ended, error, connected }: StageDisplayProps) {
  const t = useT();
  const waiting = model.phase === 'waiting';
  return (
    <div className="aviator-display">
      <p
        className="aviator-multiplier"
        hidden={waiting}
        data-crashed={model.phase === 'crashed' || undefined}
      >
        <FlightText store={store} format={(hundredths) => `${(hundredths / 100).toFixed(2)}X`} />
      </p>
      <p className="aviator-countdown" hidden={!waiting}>
        <span className="aviator-countdown-label">{t('aviator.nextRound')}</span>{' '}
        <span className="aviator-multiplier">{model.countdown}</span>
      </p>
      <div className="aviator-notes">
        {ended !== null && !waiting && <Ended bet={ended} />}
        {error !== null && <p className="aviator-note">{error}</p>}
        {!connected && (
          <p className="aviator-note" role="status">
            {t('aviator.notConnected')}
          </p>
        )}
      </div>
    </div>
  );
}

function Ended({ bet }: { bet: AviatorBet }) {
  const t = useT();
  if (bet.outcome === 'win') {
    return (
      <p className="aviator-note aviator-note-win">
        <Check aria-hidden="true" className="size-5 stroke-3" />
        {t('aviator.endedWin', { n: formatCoins(bet.amountWon), m: (bet.cashOutMultiplier ?? 1).toFixed(2) })}
      </p>
    );
  }
  if (bet.outcome !== 'loss') return null;
  return (
    <p className="aviator-note aviator-note-loss">
      <X aria-hidden="true" className="size-5 stroke-3" />
      {t('aviator.endedLoss', { n: formatCoins(bet.amount) })}
    </p>
  );
}
