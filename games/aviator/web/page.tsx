/** Aviator: a stage with the rocket, a stub with the bet, and the histories (docs/product.md 8). */
import {
  AutoPlayButton,
  ClubSwitch,
  GameLayout,
  KeysButton,
  lazyAutoPlay,
  pennantInk,
  ProofLine,
  ToolSwitch,
  useAutoPlay,
  useClubTable,
  useGameClosed,
  useGameKeys,
} from '@fairground/game-kit/web';
import { useState } from 'react';
import type { AviatorBet } from '../contract.ts';
import styles from './aviator.module.css';
import { aviatorRules } from '../rules.ts';
import { useMaintenance } from '@fairground/site-kit/maintenance/maintenance.ts';
import { useConnection } from '@fairground/site-kit/live/use-live.ts';
import { balanceOf } from '@fairground/site-kit/session/balance.ts';
import { useUser } from '@fairground/site-kit/session/session.ts';
import { useStore } from '@fairground/site-kit/store/store.ts';
import { createSwitch } from '@fairground/site-kit/store/switch.ts';
import { useCashOutToasts } from './cash-out-toasts.ts';
import { Announcer } from './components/announcer.tsx';
import { BetPanel } from './components/bet-panel.tsx';
import { createFlightStore } from './stage/flight-text.tsx';
import { FlightStage, stageModel } from './components/flight-stage.tsx';
import { RecentCrashes } from './components/recent-crashes.tsx';
import { TablePart, useTable } from './components/table-part.tsx';
import { YourBids } from './components/your-bids.tsx';
import { useCountdown, useFreshCrash } from './countdown.ts';
import { useAviatorSounds } from './sounds.ts';
import { betsInFlight } from './stage/state.ts';
import { flagsOfClub } from './table-state.ts';
import { useUnseenBets } from './unseen-bets.ts';
import { useBetSlot, type BetSlotControls } from './use-bet-slot.ts';
import { useAviator, type Aviator } from './use-aviator.ts';
import { useTexts, type Translate } from './texts.ts';

const AviatorAutoPlay = lazyAutoPlay(async () => (await import('./auto-play.tsx')).AviatorAutoPlay);

/** Whether the player plays with two bets. */
const secondBet = createSwitch('aviator.secondBet', false);

export function AviatorPage() {
  'use memo';
  const t = useTexts('page');
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
  const wantsSecond = useStore(secondBet);
  const withSecond = wantsSecond || second.bet !== null;
  const { table, isUsed } = useTable();
  const club = useClubTable('aviator');
  // During maintenance a round without bets does not take off.
  const isPaused = useMaintenance() !== null && countdown === 0;
  const isFresh = useFreshCrash();
  const model = stageModel(rounds, { countdown, isPaused, isFresh }, table, {
    cashedOutAt: betsInRound(aviator).flatMap(({ outcome, cashOutMultiplier }) =>
      outcome === 'win' ? (cashOutMultiplier ?? []) : [],
    ),
    autoCashOuts: betsInFlight(aviator).flatMap(({ autoCashOut }) => autoCashOut ?? []),
    flags:
      club === null
        ? undefined
        : { ink: pennantInk(club.club), of: flagsOfClub(club.table, rounds.draw, user?.id) },
  });
  const bets = betsInRound(aviator);
  const ended = bets.filter(({ outcome }) => outcome !== 'pending');
  useGameKeys({
    keys: [...keysOf(first, 'b', 'c', t), ...(withSecond ? keysOf(second, 'n', 'v', t) : [])],
    stake: {
      coins: first.stake,
      min: aviatorRules.minStakeCoins,
      max: first.maxStake,
      step: aviatorRules.stakeStepCoins,
      disabled: first.locked,
      set: first.setStake,
    },
    auto,
  });
  const unseen = useUnseenBets(aviator.bets, away);
  useAviatorSounds(model, away);
  useCashOutToasts();

  return (
    <GameLayout
      title={t('nav.aviator')}
      isAtStake={first.bet !== null || second.bet !== null}
      historyClass="lg:pt-3"
      front={
        <>
          <RecentCrashes crashes={aviator.crashes} failed={aviator.crashesFailed} onRetry={aviator.reload} />
          <FlightStage
            rounds={rounds}
            model={model}
            store={store}
            ended={ended}
            away={away}
            isUsed={isUsed}
          />
          <Fairness aviator={aviator} />
        </>
      }
      history={
        <>
          <YourBids aviator={aviator} />
          <TablePart
            table={table}
            isUsed={isUsed}
            club={club}
            clubSwitch={user !== null && <ClubSwitch />}
            own={user}
            bets={bets}
            draw={rounds.draw}
          />
        </>
      }
      controls={
        <>
          <AviatorAutoPlay auto={auto} controls={first} />
          <BetPanel
            first={first}
            second={second}
            withSecond={withSecond}
            balance={balance}
            store={store}
            gameClosed={gameClosed}
            unseen={unseen}
            away={away}
          />
        </>
      }
      tools={
        <>
          <AutoPlayButton auto={auto} />
          <ToolSwitch
            store={secondBet}
            label={t('aviator.secondBet')}
            checked={withSecond}
            disabled={second.bet !== null}
          />
          <KeysButton />
        </>
      }
    >
      <Announcer
        phase={model.phase}
        crash={model.crashMultiplier}
        // What became of the others is said by its own line.
        lost={ended.filter((bet) => bet.outcome === 'loss' && !unseen.includes(bet))}
      />
    </GameLayout>
  );
}

function keysOf(
  { slot, place, cashOut }: BetSlotControls,
  placeKey: string,
  cashOutKey: string,
  t: Translate,
) {
  const of = slot === 1 ? '' : ` (${t('aviator.slot', { n: slot })})`;
  return [
    [placeKey, t('aviator.placeBet') + of, place],
    [cashOutKey, t('aviator.cashOut') + of, cashOut],
  ] as const;
}

/** The player's bets in the round that is shown, the newest first. */
const betsInRound = ({ bets, rounds: { draw } }: Aviator): AviatorBet[] =>
  bets?.filter(({ roundId }) => roundId === draw?.roundId) ?? [];

/** Sealed before, checkable after: the round at hand, and the proof of the last one that is over. */
function Fairness({ aviator: { rounds, crashes } }: { aviator: Aviator }) {
  'use memo';
  const t = useTexts('page');
  const { draw, next, seal } = rounds;
  const atHand = next?.roundId ?? draw?.roundId;
  const betCount = seal?.roundId === atHand ? seal?.betCount : undefined;
  const over = draw?.status === 'finished' ? draw.roundId : crashes?.[0]?.id;
  return (
    <ProofLine
      className={styles.fairness}
      text={
        atHand === undefined
          ? null
          : betCount === undefined
            ? t('aviator.sealed', { n: atHand })
            : t('aviator.betsSealed', { n: betCount })
      }
      link={t('aviator.proof')}
      of={over === undefined ? null : { game: 'aviator', id: over }}
    />
  );
}
