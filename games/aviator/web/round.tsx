/** A round on its own page: the flight again, on the stage of the game, and its figures. */
import { defineGameRound, type RoundReplayProps } from '@fairground/game-kit/web';
import { Replay, useReplay, type ReplayClock } from '@fairground/game-kit/web/replay';
import { useState } from 'react';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import { Stat } from '@fairground/site-kit/ui/panel.tsx';
import { aviatorRoundSchema, type AviatorRound } from '../round-contract.ts';
import { AviatorStage } from './stage/aviator-stage.tsx';
import { createFlightStore, display, FlightText, multiplier } from './stage/flight-text.tsx';
import { flightMsOf, pressesOf, replayMomentAt, replayMsOf, type ReplayPress } from './replay-model.ts';
import styles from './aviator.module.css';
import { useTexts } from './texts.ts';

export default defineGameRound<AviatorRound>({
  schema: aviatorRoundSchema,
  Replay: RoundReplay,
  Facts: RoundFacts,
});

function RoundReplay({ round, ownStakes = [] }: RoundReplayProps<AviatorRound>) {
  'use memo';
  const t = useTexts('round');
  const { formatTwoDecimals } = useFormat();
  if (round.status === 'void' || round.crashMultiplier === null) return null;
  const crash = formatTwoDecimals(round.crashMultiplier);
  const presses = pressesOf(round, ownStakes);
  return (
    <Replay
      label={t('aviator.round.scene', { m: crash })}
      durationMs={replayMsOf(round)}
      stepMs={100}
      describe={(atMs) => {
        const { flightMs, burstMs, hundredths } = replayMomentAt(round, atMs);
        return burstMs === null
          ? // Tenths of a second are enough.
            t('aviator.round.moment', {
              s: formatTwoDecimals(flightMs / 1000).slice(0, -1),
              m: formatTwoDecimals(hundredths / 100),
            })
          : t('aviator.round.burst', { m: crash });
      }}
    >
      {(clock) => <Flight round={round} presses={presses} clock={clock} />}
    </Replay>
  );
}

interface FlightProps {
  round: AviatorRound;
  presses: readonly ReplayPress[];
  clock: ReplayClock;
}

function Flight({ round, presses, clock }: FlightProps) {
  'use memo';
  const t = useTexts('round');
  const { formatCoins, formatTwoDecimals } = useFormat();
  const [store] = useState(createFlightStore);
  const [source] = useState(() => ({
    flightMs: () => replayMomentAt(round, clock.atMs()).flightMs,
    burstMs: () => replayMomentAt(round, clock.atMs()).burstMs,
  }));
  // How many are shown changes with few moments of the replay, so it renders as seldom.
  const shown = useReplay(
    clock,
    () => presses.filter(({ shownFromMs }) => shownFromMs <= clock.atMs()).length,
  );
  const inOrder = presses.toSorted((one, other) => one.shownFromMs - other.shownFromMs);
  const hasBurst = useReplay(clock, () => replayMomentAt(round, clock.atMs()).burstMs !== null);
  return (
    <div className={cn(styles.replay, 'overflow-hidden rounded-panel')}>
      <AviatorStage
        model={{
          phase: hasBurst ? 'crashed' : 'flying',
          startedAtMs: 0,
          growthPerMs: round.growthPerMs,
          crashMultiplier: hasBurst ? round.crashMultiplier : null,
          countdown: 0,
          cashedOutAt: [],
          autoCashOuts: [],
          marks: round.marks,
          presses: inOrder.slice(0, shown).map(({ flightMs, afterBurstMs }) => ({
            flightMs,
            isLate: afterBurstMs >= 0,
            label: t(afterBurstMs < 0 ? 'aviator.round.pressInTime' : 'aviator.round.pressLate', {
              n: formatCoins(Math.abs(afterBurstMs)),
            }),
          })),
        }}
        source={source}
        onHundredths={store.set}
      >
        <div className={display} aria-hidden="true">
          <p className={multiplier} data-part="multiplier" data-crashed={hasBurst || undefined}>
            <FlightText store={store} format={(hundredths) => `${formatTwoDecimals(hundredths / 100)}X`} />
          </p>
        </div>
      </AviatorStage>
    </div>
  );
}

function RoundFacts({ round }: { round: AviatorRound }) {
  const t = useTexts('round');
  const { formatCoins, formatTwoDecimals } = useFormat();
  return (
    <>
      {round.status === 'finished' && (
        <Stat name={t('aviator.round.duration')}>
          {t('aviator.round.seconds', { s: formatTwoDecimals(flightMsOf(round) / 1000).slice(0, -1) })}
        </Stat>
      )}
      <Stat name={t('aviator.round.players')}>{formatCoins(round.players)}</Stat>
      <Stat name={t('aviator.round.staked')}>{formatCoins(round.staked)}</Stat>
      <Stat name={t('aviator.round.cashedOut')}>
        {t('aviator.round.cashedOutOf', { n: formatCoins(round.cashedOut), of: formatCoins(round.bets) })}
      </Stat>
      <Stat name={t('aviator.round.paid')}>{formatCoins(round.paid)}</Stat>
    </>
  );
}
