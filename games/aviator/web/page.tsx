/** Aviator: a stage with the rocket, a stub with the bet, and the histories (specification, sections 2 and 4). */
import {
  AutoPlayButton,
  AutoPlayStatus,
  GameLayout,
  ProofLine,
  useAutoPlay,
  useGameClosed,
} from '@fairground/game-kit/web';
import { Square, SquareCheck } from 'lucide-react';
import { useState } from 'react';
import type { AviatorBet } from '../contract.ts';
import styles from './aviator.module.css';
import { useT } from './texts.ts';
import { useConnection } from '@fairground/web/entities/live/use-live.ts';
import { balanceOf } from '@fairground/web/entities/session/balance.ts';
import { useUser } from '@fairground/web/entities/session/session.ts';
import { Button } from '@fairground/web/shared/ui/button.tsx';
import { useCashOutToasts } from './cash-out-toasts.ts';
import { Announcer } from './components/announcer.tsx';
import { AviatorStage } from './components/aviator-stage.tsx';
import { BetPanel } from './components/bet-panel.tsx';
import { createFlightStore } from './components/flight-text.tsx';
import { HistoryPanel } from './components/history-panel.tsx';
import { StageDisplay } from './components/stage-display.tsx';
import { SignsPart, TablePart, useTable } from './components/table-part.tsx';
import type { StageModel } from './components/stage-model.ts';
import { countdownShownBelow, useCountdown } from './countdown.ts';
import { useSecondBet } from './second-bet.ts';
import { useAviatorSounds } from './sounds.ts';
import { betsInFlight, slotOf } from './state.ts';
import type { ShownTable } from './table-state.ts';
import { useAutoPlaySetup } from './use-auto-play-setup.ts';
import { useBetSlot } from './use-bet-slot.ts';
import { useAviator, type Aviator } from './use-aviator.ts';

export function AviatorPage() {
  const t = useT();
  const aviator = useAviator();
  const { rounds } = aviator;
  const [store] = useState(createFlightStore);
  const countdown = useCountdown(rounds.next);
  const { away } = useConnection();
  const user = useUser();
  const gameClosed = useGameClosed('aviator');
  const balance = user === null ? undefined : balanceOf(user);
  const auto = useAutoPlay();
  const place = { aviator, balance, store, away, gameClosed, isAuto: auto.isRunning };
  const first = useBetSlot(1, place);
  const second = useBetSlot(2, place);
  const autoSetup = useAutoPlaySetup(first);
  const [wantsSecond, setWantsSecond] = useSecondBet();
  const withSecond = wantsSecond || second.bet !== null;
  const { table, isUsed } = useTable();
  const model = stageModel(aviator, countdown, table);
  const ended = betsInRound(aviator).filter(({ outcome }) => outcome !== 'pending');
  useAviatorSounds(model);
  useCashOutToasts();

  return (
    <GameLayout
      title={t('nav.aviator')}
      front={
        <>
          <AviatorStage model={model} onHundredths={store.set}>
            <StageDisplay
              model={model}
              store={store}
              ended={ended}
              error={rounds.failed === null ? null : t(failureText[rounds.failed])}
            />
            <SignsPart isUsed={isUsed} />
          </AviatorStage>
          <Fairness aviator={aviator} />
        </>
      }
      history={
        <>
          <HistoryPanel aviator={aviator} />
          <TablePart
            table={table}
            isUsed={isUsed}
            burstId={rounds.draw?.status === 'finished' ? rounds.draw.roundId : null}
          />
        </>
      }
      controls={
        <>
          <AutoPlayStatus auto={auto} setup={autoSetup} />
          <BetPanel
            first={first}
            second={second}
            withSecond={withSecond}
            balance={balance}
            store={store}
            gameClosed={gameClosed}
          />
        </>
      }
      tools={
        <>
          <AutoPlayButton auto={auto} />
          <Button
            variant="quiet"
            size="small"
            role="switch"
            aria-checked={withSecond}
            disabled={second.bet !== null}
            onClick={() => setWantsSecond(!withSecond)}
          >
            {withSecond ? (
              <SquareCheck aria-hidden className="size-5" />
            ) : (
              <Square aria-hidden className="size-5" />
            )}
            {t('aviator.secondBet')}
          </Button>
        </>
      }
    >
      <Announcer phase={model.phase} crash={model.crashMultiplier} ended={ended} />
    </GameLayout>
  );
}

const failureText = { draw: 'aviator.drawFailed', countdown: 'aviator.countdownFailed' } as const;

/** The player's bets in the round that is shown, the first slot's first. */
const betsInRound = ({ bets, rounds: { draw } }: Aviator): AviatorBet[] =>
  (bets ?? [])
    .filter(({ roundId }) => roundId === draw?.roundId)
    .toSorted((one, other) => slotOf(one) - slotOf(other));

/** The final multiplier stays until the countdown is short enough to be shown. */
function stageModel(aviator: Aviator, countdown: number, table: ShownTable | undefined): StageModel {
  const { draw } = aviator.rounds;
  const isShown = countdown < countdownShownBelow || draw === null;
  const phase = draw?.status === 'ongoing' ? 'flying' : isShown ? 'waiting' : 'crashed';
  return {
    phase,
    startedAtMs: draw === null ? null : Date.parse(draw.startedAt),
    growthPerMs: draw?.growthPerMs ?? 0.0001,
    crashMultiplier: draw?.status === 'finished' ? draw.crashMultiplier : null,
    countdown,
    cashedOutAt: betsInRound(aviator).flatMap(({ outcome, cashOutMultiplier }) =>
      outcome === 'win' ? (cashOutMultiplier ?? []) : [],
    ),
    autoCashOuts: betsInFlight(aviator).flatMap(({ autoCashOut }) => autoCashOut ?? []),
    marks: table !== undefined && table.roundId === draw?.roundId ? table.marks : [],
  };
}

/** Sealed before, checkable after: the round at hand, and the proof of the last one that is over. */
function Fairness({ aviator: { rounds, crashes } }: { aviator: Aviator }) {
  const t = useT();
  const { draw, next } = rounds;
  const sealed = next?.roundId ?? draw?.roundId;
  const over = draw?.status === 'finished' ? draw.roundId : crashes?.[0]?.id;
  return (
    <ProofLine
      className={styles.fairness}
      text={sealed === undefined ? null : t('aviator.sealed', { n: sealed })}
      link={t('aviator.proof')}
      of={over === undefined ? null : { game: 'aviator', id: over }}
    />
  );
}
