/** State and actions of one bet slot (a player has two), with the bet that is queued for the next round. */
import { serverNowMs, stakeRange, type ChosenStake, type GameClosed } from '@fairground/game-kit/web';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { readableError } from '@fairground/site-kit/api/api-error.ts';
import { useProbe } from '@fairground/site-kit/live/use-live.ts';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { useStore } from '@fairground/site-kit/store/store.ts';
import { createSwitch } from '@fairground/site-kit/store/switch.ts';
import { cue } from '@fairground/site-kit/sound/sound.ts';
import { toast } from '@fairground/site-kit/ui/toast.ts';
import type { AviatorBet } from '../contract.ts';
import { aviatorRules, type BetSlot } from '../rules.ts';
import { useBetQueue, type QueuedBet } from './bet-queue.ts';
import { cashOutMutation, placeBetMutation } from './api.ts';
import { parseAutoCashOut } from './components/auto-cash-out-field.tsx';
import { hundredthsAt } from './stage/flight.ts';
import type { FlightStore } from './stage/flight-text.tsx';
import { activeBet, betInFlight, canPlaceBet, isFlying } from './stage/state.ts';
import type { Aviator } from './use-aviator.ts';
import { useTexts } from './texts.ts';

/** Whether bets get a parachute, kept for each slot. */
const parachutes = {
  1: createSwitch('aviator.parachute', false),
  2: createSwitch('aviator.parachute2', false),
} satisfies Record<BetSlot, unknown>;

/** Place Bet takes the place of Cash Out, and Bet next round that of Place Bet; a late press must not bet. */
const lateThumbMs = 900;

export interface BetSlotInputs {
  aviator: Aviator;
  /** Undefined until the player is known. */
  balance: number | undefined;
  store: FlightStore;
  /** Without the connection it is unknown which round is open for bets. */
  away: boolean;
  gameClosed: GameClosed;
  /** Whether auto-play places the bets of slot 1. */
  isAuto: boolean;
}

export interface BetSlotControls {
  slot: BetSlot;
  /** The bet that waits or flies. */
  bet: AviatorBet | null;
  /** The bet that a cash-out would end now. */
  flown: AviatorBet | null;
  /** The connection is lost: no press would arrive. */
  away: boolean;
  /** In flight the fields are for the next bet, whatever flies. */
  isForNext: boolean;
  /** As chosen or typed, or that of the bet that the fields show. */
  chosenStake: ChosenStake;
  /** The chosen stake, or that of the bet that the fields show; null where what is typed is none. */
  stake: number | null;
  maxStake: number;
  affordable: boolean;
  setStake(stake: ChosenStake): void;
  autoText: string;
  /** As chosen for bets to come, which can differ from that of the bet. */
  chosenAutoText: string;
  autoInvalid: boolean;
  setAutoText(text: string): void;
  /** Whether the bet has a parachute, or the next one will. */
  parachute: boolean;
  setParachute(wanted: boolean): void;
  /** Whether stake and automatic cash-out cannot be changed now. */
  locked: boolean;
  canPlace: boolean;
  /** Whether `place` queues a bet for the next round, or takes the queued one back. */
  queue: 'none' | 'offered' | 'queued';
  canCashOut: boolean;
  isPlacing: boolean;
  isCashingOut: boolean;
  /** What went wrong last. */
  failure: string;
  place(): Promise<void>;
  cashOut(): Promise<void>;
}

export function useBetSlot(
  slot: BetSlot,
  { aviator, balance, store, away, gameClosed, isAuto }: BetSlotInputs,
): BetSlotControls {
  'use memo';
  const t = useTexts('page');
  const format = useFormat();
  const { formatCoins, formatTwoDecimals, readCoins } = format;
  const { rounds, bets } = aviator;
  const { mutateAsync: placeBet, isPending: isPlacing } = useMutation(placeBetMutation);
  const { mutateAsync: cashOutBet, isPending: isCashingOut } = useMutation(cashOutMutation);
  const [chosen, setStake] = useState<ChosenStake>(aviatorRules.defaultStakeCoins);
  const [autoText, setAutoText] = useState('');
  const wantsParachute = useStore(parachutes[slot]);
  const [failure, setFailure] = useState<unknown>(null);
  const bet = activeBet(bets, slot);
  const flown = betInFlight(aviator, slot);
  const isPayable = usePayable(store);
  const isOpen = bets !== undefined && canPlaceBet(aviator, slot);
  const betHasEnded = useJustEnded(bet !== null);
  const bettingHasClosed = useJustEnded(isOpen);
  const { minStakeCoins: min, stakeStepCoins: step } = aviatorRules;
  const { max, amount, affordable } = stakeRange({ chosen, balance, min, step, readCoins });
  const isBusy = isPlacing || isCashingOut;
  useProbe(isBusy);
  const openRoundId = rounds.next?.roundId ?? null;
  const auto = parseAutoCashOut(autoText, format);
  const isHeld = isAuto && slot === 1;
  const { queue, press, clear } = useBetQueue(
    {
      openRoundId: isOpen ? openRoundId : null,
      isAway: away,
      isClosed: gameClosed.closed,
      isAuto: isHeld,
      balance: balance ?? 0,
    },
    send,
  );
  const queued = queue.phase === 'queued' ? queue.bet : null;
  const isForNext = isFlying(rounds);
  const shownBet = isForNext ? null : bet;
  const stake = shownBet?.amount ?? queued?.amount ?? amount;
  const canBet =
    !away &&
    !isHeld &&
    !gameClosed.closed &&
    affordable &&
    amount !== null &&
    auto !== 'invalid' &&
    !betHasEnded;
  const canPlace = canBet && isOpen;
  const isSealed = rounds.next !== null && rounds.seal?.roundId === openRoundId;
  const canQueue =
    canBet && !bettingHasClosed && bets !== undefined && bet === null && (isForNext || isSealed);

  async function send(toPlace: QueuedBet, roundId: string | null): Promise<void> {
    setFailure(null);
    try {
      const placed = await placeBet({ slot, ...toPlace, roundId });
      cue('bet');
      toast({
        title: t('aviator.betPlaced'),
        description: t('aviator.betPlacedText', { n: formatCoins(placed.amount) }),
        variant: 'success',
      });
    } catch (error) {
      if (gameClosed.noteRefusal(error)) return;
      setFailure(error);
    }
  }

  /** The flight is drawn late, see flight-tracker.ts; a player is paid by the server's moment, not by the picture's. */
  function askedMultiplier(): number {
    if (rounds.draw === null) return store.get() / 100;
    const flightMs = serverNowMs() - Date.parse(rounds.draw.startedAt);
    return Math.max(store.get(), hundredthsAt(flightMs, rounds.draw.growthPerMs)) / 100;
  }

  /** As it may be entered, so without groups of digits. */
  const writeEntered = (multiplier: number | null): string =>
    multiplier === null ? '' : formatTwoDecimals(multiplier).replace(/[.,](?=...)/, '');

  return {
    slot,
    bet,
    flown,
    away,
    isForNext,
    chosenStake: shownBet?.amount ?? queued?.amount ?? chosen,
    stake,
    maxStake: max,
    affordable,
    setStake,
    autoText: shownBet === null ? autoText : writeEntered(shownBet.autoCashOut),
    chosenAutoText: autoText,
    autoInvalid: auto === 'invalid',
    setAutoText,
    parachute: shownBet?.parachute ?? wantsParachute,
    setParachute: parachutes[slot].set,
    locked: shownBet !== null || queued !== null || isBusy || isHeld || gameClosed.closed,
    canPlace,
    queue: queued !== null ? 'queued' : canQueue ? 'offered' : 'none',
    canCashOut: flown !== null && isPayable && !away,
    isPlacing,
    isCashingOut,
    failure:
      queue.phase === 'canceled'
        ? t(queue.why === 'connection' ? 'aviator.queueLost' : 'aviator.queueCanceled')
        : failure === null
          ? ''
          : readableError(failure, t('error.unexpected')),
    async place() {
      if (isBusy || stake === null || auto === 'invalid') return;
      if (queued !== null || canQueue) {
        setFailure(null);
        press({ amount: stake, autoCashOut: auto, parachute: wantsParachute });
      } else if (canPlace) {
        clear();
        await send({ amount: stake, autoCashOut: auto, parachute: wantsParachute }, openRoundId);
      }
    },
    async cashOut() {
      if (flown === null || !isPayable || away || isBusy) return;
      setFailure(null);
      try {
        await cashOutBet({ slot, roundId: flown.roundId, crashMultiplier: askedMultiplier() });
      } catch (error) {
        setFailure(error);
        aviator.reload();
      }
    },
  };
}

/** True for a moment after something has ended, for presses that were meant for it. */
function useJustEnded(active: boolean): boolean {
  const [late, setLate] = useState(false);
  const wasActive = useRef(false);
  useEffect(() => {
    const ended = wasActive.current && !active;
    wasActive.current = active;
    if (!ended) return;
    setLate(true);
    const timer = setTimeout(() => setLate(false), lateThumbMs);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [active]);
  return late;
}

/** The server pays from 1.01x on; before that the button would only earn a refusal. */
const usePayable = (store: FlightStore): boolean =>
  useSyncExternalStore(
    store.subscribe,
    () => store.get() >= aviatorRules.minCashOutHundredths,
    () => false,
  );
