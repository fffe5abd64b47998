/** The stage with what stands on it, for players and for visitors. */
import type { AviatorBet } from '../../contract.ts';
import { countdownShownBelow } from '../countdown.ts';
import { liveFlight } from '../live-flight.ts';
import { AviatorStage } from '../stage/aviator-stage.tsx';
import type { createFlightStore } from '../stage/flight-text.tsx';
import type { StageModel } from '../stage/stage-model.ts';
import type { AviatorRounds } from '../stage/state.ts';
import type { ShownTable } from '../table-state.ts';
import { StageDisplay } from './stage-display.tsx';
import { SignsPart } from './table-part.tsx';
import { useTexts } from '../texts.ts';

interface FlightStageProps {
  rounds: AviatorRounds;
  model: StageModel;
  store: ReturnType<typeof createFlightStore>;
  /** The player's bets of the round that are over. */
  ended: readonly AviatorBet[];
  away: boolean;
  /** Whether signs can be sent. */
  isUsed: boolean;
}

export function FlightStage({ rounds, model, store, ended, away, isUsed }: FlightStageProps) {
  const t = useTexts('page');
  return (
    <AviatorStage model={model} source={liveFlight} onHundredths={store.set}>
      <StageDisplay
        model={model}
        store={store}
        ended={ended}
        error={rounds.failed === null ? null : t(failureText[rounds.failed])}
        away={away}
        isUnknown={rounds.draw === null && rounds.next === null}
        isFuseLit={model.countdown === 0 && rounds.next?.beaconRound != null}
      />
      <SignsPart isUsed={isUsed} />
    </AviatorStage>
  );
}

const failureText = { draw: 'aviator.drawFailed', countdown: 'aviator.countdownFailed' } as const;

/** The final multiplier stays for a moment, and then until the countdown is short enough to be shown. */
export function stageModel(
  { draw }: AviatorRounds,
  { countdown, isPaused, isFresh }: { countdown: number; isPaused: boolean; isFresh: boolean },
  table: ShownTable | undefined,
  bets: Pick<StageModel, 'cashedOutAt' | 'autoCashOuts' | 'flags'>,
): StageModel {
  const isShown = (countdown < countdownShownBelow && !isPaused && !isFresh) || draw === null;
  return {
    phase: draw?.status === 'ongoing' ? 'flying' : isShown ? 'waiting' : 'crashed',
    startedAtMs: draw === null ? null : Date.parse(draw.startedAt),
    growthPerMs: draw?.growthPerMs ?? 0.0001,
    crashMultiplier: draw?.status === 'finished' ? draw.crashMultiplier : null,
    countdown,
    ...bets,
    marks: table !== undefined && table.roundId === draw?.roundId ? table.marks : [],
  };
}
