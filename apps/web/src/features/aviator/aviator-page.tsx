/** Aviator: a stage with the rocket, a stub with the bet, and the histories (specification, sections 2 and 4). */
import { useState } from 'react';
import { Link } from 'react-router';
import { useT } from '../../shared/i18n/i18n.ts';
import { useConnection } from '../../shared/realtime/use-live.ts';
import { SealIcon } from '../../shared/scene/icons.tsx';
import { balanceOf } from '../../shared/session/balance.ts';
import { useUser } from '../../shared/session/session.ts';
import { Perforation, StubPanel } from '../../shared/ui/stub-panel.tsx';
import { Announcer } from './announcer.tsx';
import { AviatorStage } from './aviator-stage.tsx';
import { betInFlight } from './aviator-state.ts';
import type { AviatorState } from './aviator-state.ts';
import { BetPanel } from './bet-panel.tsx';
import { newFlightStore } from './flight-text.tsx';
import { HistoryPanel } from './history-panel.tsx';
import { StageDisplay } from './stage-display.tsx';
import type { StageModel } from './stage-model.ts';
import { useAviator } from './use-aviator.ts';
import { useAviatorSounds } from './use-aviator-sounds.ts';
import { countdownShownBelow, useCountdown } from './use-countdown.ts';

export function AviatorPage() {
  const t = useT();
  const aviator = useAviator();
  const { state } = aviator;
  const [store] = useState(newFlightStore);
  const countdown = useCountdown(state.next);
  const { status } = useConnection();
  const user = useUser();
  const model = stageModel(state, countdown);
  const inRound = state.bets?.find(({ roundId }) => roundId === state.draw?.roundId) ?? null;
  const ended = inRound !== null && inRound.outcome !== 'pending' ? inRound : null;
  useAviatorSounds(model, inRound);

  return (
    <div className="aviator-page">
      <h1 className="sr-only">{t('nav.aviator')}</h1>
      <div className="aviator-front">
        <AviatorStage model={model} onHundredths={store.set}>
          <StageDisplay
            model={model}
            store={store}
            ended={ended}
            error={state.failed === null ? null : t(failureText[state.failed])}
            connected={status === 'connected' || status === 'connecting' || status === 'off'}
          />
        </AviatorStage>
        <Fairness state={state} />
      </div>
      <StubPanel className="aviator-stub">
        <div className="aviator-histories">
          <HistoryPanel aviator={aviator} />
        </div>
        <Perforation className="aviator-perforation" />
        <div className="aviator-controls">
          <BetPanel aviator={aviator} balance={user === null ? 0 : balanceOf(user)} store={store} />
        </div>
      </StubPanel>
      <Announcer phase={model.phase} crash={model.crashMultiplier} ended={ended} />
    </div>
  );
}

const failureText = { draw: 'aviator.drawFailed', countdown: 'aviator.countdownFailed' } as const;

/** The final multiplier stays until the countdown is short enough to be told. */
function stageModel(state: AviatorState, countdown: number): StageModel {
  const { draw } = state;
  const told = countdown < countdownShownBelow || draw === null;
  const inRound = state.bets?.find(({ roundId }) => roundId === draw?.roundId);
  const phase = draw?.status === 'ongoing' ? 'flying' : told ? 'waiting' : 'crashed';
  return {
    phase,
    startedAtMs: draw === null ? null : Date.parse(draw.startedAt),
    growthPerMs: draw?.growthPerMs ?? 0.0001,
    crashMultiplier: draw?.status === 'finished' ? draw.crashMultiplier : null,
    countdown,
    cashedOutAt: inRound?.outcome === 'win' ? inRound.cashOutMultiplier : null,
    autoCashOut: betInFlight(state)?.autoCashOut ?? null,
  };
}

/** Sealed before, checkable after: the round at hand, and the proof of the last one that is over. */
function Fairness({ state }: { state: AviatorState }) {
  const t = useT();
  const sealed = state.next?.roundId ?? state.draw?.roundId ?? null;
  const over = state.draw?.status === 'finished' ? state.draw.roundId : (state.crashes?.[0]?.id ?? null);
  return (
    <p className="aviator-fairness">
      <SealIcon size={20} className="shrink-0" />
      {sealed !== null && <span>{t('aviator.sealed', { n: sealed })}</span>}
      {over !== null && (
        <Link to={`/fairness?game=aviator&id=${encodeURIComponent(over)}`}>{t('aviator.proof')}</Link>
      )}
    </p>
  );
}
