/**
 * What the page knows of Aviator, as a pure function of messages and answers (docs/product.md 8.5).
 * The server's answer always wins; until it arrives, a bet is settled as the server will.
 */
import { mergeEntry, mergeList, type MergeRule, type Step } from '@fairground/game-kit/web';
import type { AviatorBet, AviatorCountdown, AviatorDrawResult, AviatorSeal } from '../../contract.ts';
import { aviatorRules, payoutCoins, type BetSlot } from '../../rules.ts';

export interface Crash {
  id: string;
  crashMultiplier: number;
}

/** What messages reported of the rounds; removed when no page follows them any more. */
export interface AviatorRounds {
  /** The round in flight, or the last one that finished. */
  draw: AviatorDrawResult | null;
  /** The round that is open for bets. */
  next: AviatorCountdown | null;
  /** Over the bets of the round that takes off, or took off last. */
  seal?: AviatorSeal | undefined;
  failed: 'draw' | 'countdown' | null;
}

/** As stored in the cache. */
export interface AviatorState {
  rounds: AviatorRounds | undefined;
  /** Newest first, undefined until loaded; so are the crashes. */
  bets: readonly AviatorBet[] | undefined;
  crashes: readonly Crash[] | undefined;
}

export type AviatorAction =
  | { type: 'draw'; draw: AviatorDrawResult }
  | { type: 'drawFailed' }
  | { type: 'countdown'; countdown: AviatorCountdown }
  | { type: 'countdownFailed' }
  | { type: 'sealed'; seal: AviatorSeal }
  | { type: 'betsLoaded'; bets: readonly AviatorBet[] }
  | { type: 'crashesLoaded'; crashes: readonly Crash[] }
  | { type: 'betPlaced'; bet: AviatorBet }
  | { type: 'cashedOut'; bet: AviatorBet };

export type AviatorEvent =
  | { type: 'tookOff' }
  /** A round that was followed has crashed. */
  | { type: 'crashed'; roundId: string }
  /** The player's bet in the round that is shown was won or lost. */
  | { type: 'betEnded'; bet: AviatorBet }
  /** A round ended without a message: the histories have to be fetched again. */
  | { type: 'roundMissed' };

export const noRounds: AviatorRounds = { draw: null, next: null, failed: null };

const roundsOf = ({ rounds }: AviatorState): AviatorRounds => rounds ?? noRounds;

/** A bet that has ended never becomes pending again. */
const betRule: MergeRule<AviatorBet> = {
  idOf: ({ id }) => id,
  versionOf: ({ outcome }) => (outcome === 'pending' ? 0 : 1),
  createdAtOf: ({ createdAt }) => createdAt,
  maxLength: 50,
};

export function reduceAviator(before: AviatorState, action: AviatorAction): Step<AviatorState, AviatorEvent> {
  const { state, isMissed } = apply(before, action);
  const events: AviatorEvent[] = [];
  if (isFlying(roundsOf(state)) && !isFlying(roundsOf(before))) events.push({ type: 'tookOff' });
  const crashed = crashedRound(roundsOf(before), roundsOf(state));
  if (crashed !== null) events.push({ type: 'crashed', roundId: crashed });
  for (const bet of endedBets(before, state)) events.push({ type: 'betEnded', bet });
  if (isMissed) events.push({ type: 'roundMissed' });
  return { state, events };
}

interface Applied {
  state: AviatorState;
  isMissed?: boolean;
}

function apply(state: AviatorState, action: AviatorAction): Applied {
  const rounds = roundsOf(state);
  switch (action.type) {
    case 'draw':
      return action.draw.status === 'ongoing'
        ? { state: { ...state, rounds: flying(rounds, action.draw) } }
        : finished(state, action.draw);
    case 'drawFailed':
      return { state: { ...state, rounds: { ...rounds, failed: 'draw' } } };
    case 'countdown':
      return counting(state, action.countdown);
    case 'countdownFailed':
      // The page falls back to the default countdown until the next one arrives.
      return { state: { ...state, rounds: { ...rounds, next: null, failed: 'countdown' } } };
    case 'sealed':
      return { state: { ...state, rounds: { ...rounds, seal: action.seal } } };
    case 'betsLoaded': {
      const bets = mergeList(state.bets ?? [], action.bets, betRule).map((bet) => settle(bet, rounds.draw));
      return { state: { ...state, bets } };
    }
    case 'crashesLoaded':
      return { state: { ...state, crashes: withCrashOf(rounds.draw, action.crashes) } };
    case 'betPlaced':
    case 'cashedOut': {
      const bets = mergeEntry(state.bets ?? [], settle(action.bet, rounds.draw), betRule);
      return { state: { ...state, bets } };
    }
  }
}

/** A flight may be over with its first message. */
const crashedRound = (before: AviatorRounds, { draw }: AviatorRounds): string | null =>
  draw?.status === 'finished' &&
  (isFlying(before) ? before.draw?.roundId : before.next?.roundId) === draw.roundId
    ? draw.roundId
    : null;

/** Bets of the round that is shown which were pending before. */
function endedBets(before: AviatorState, after: AviatorState): AviatorBet[] {
  const pending = new Set(before.bets?.flatMap(({ id, outcome }) => (outcome === 'pending' ? [id] : [])));
  const { draw } = roundsOf(after);
  return (after.bets ?? []).filter(
    ({ id, outcome, roundId }) =>
      pending.has(id) && (outcome === 'win' || outcome === 'loss') && roundId === draw?.roundId,
  );
}

/** The bet that locks its slot's controls: it waits for its round, or flies with it. */
export const activeBet = (bets: readonly AviatorBet[] | undefined, slot: BetSlot = 1): AviatorBet | null =>
  bets?.find((bet) => bet.outcome === 'pending' && bet.slot === slot) ?? null;

export const isFlying = ({ draw }: AviatorRounds): boolean => draw?.status === 'ongoing';

/**
 * Only between rounds, with no bet active in the slot, and when the server has named a round whose bets are not
 * sealed.
 */
export const canPlaceBet = ({ rounds = noRounds, bets }: AviatorState, slot: BetSlot = 1): boolean =>
  !isFlying(rounds) &&
  rounds.next !== null &&
  rounds.seal?.roundId !== rounds.next.roundId &&
  activeBet(bets, slot) === null;

/** The bet of a slot that a cash-out would end now. */
export function betInFlight({ rounds = noRounds, bets }: AviatorState, slot: BetSlot = 1): AviatorBet | null {
  const bet = activeBet(bets, slot);
  return bet !== null && isFlying(rounds) && bet.roundId === rounds.draw?.roundId ? bet : null;
}

export const betsInFlight = (state: AviatorState): AviatorBet[] =>
  aviatorRules.slots.flatMap((slot) => betInFlight(state, slot) ?? []);

/** What a cash-out pays at this height; an auto cash-out that was passed cannot be bettered. */
export function payoutAt(bet: AviatorBet, hundredths: number): number {
  const auto = bet.autoCashOut === null ? Number.POSITIVE_INFINITY : Math.round(bet.autoCashOut * 100);
  return payoutCoins(bet.amount, Math.min(hundredths, auto));
}

function flying(rounds: AviatorRounds, draw: AviatorDrawResult): AviatorRounds {
  // A tick that was overtaken by its own round's end has nothing new.
  if (rounds.draw?.status === 'finished' && rounds.draw.roundId === draw.roundId) return rounds;
  const { draw: known, next, failed } = rounds;
  // The flight itself is drawn from its start: a page that renders for each tick would render for nothing.
  const isKnown = known?.status === 'ongoing' && known.roundId === draw.roundId;
  if (isKnown && !next && !failed) return rounds;
  return { draw, next: null, seal: rounds.seal, failed: null };
}

function finished(state: AviatorState, draw: AviatorDrawResult): Applied {
  const rounds = roundsOf(state);
  const bets = state.bets?.map((bet) => settle(bet, draw));
  return {
    state: {
      rounds: { ...rounds, draw, failed: null },
      bets,
      crashes: state.crashes && withCrashOf(draw, state.crashes),
    },
    isMissed: bets?.some((bet) => bet.outcome === 'pending' && bet.roundId !== rounds.next?.roundId) ?? false,
  };
}

function counting(state: AviatorState, next: AviatorCountdown): Applied {
  const { draw, seal } = roundsOf(state);
  const isMissed = draw?.status === 'ongoing' && draw.roundId !== next.roundId;
  return {
    state: { ...state, rounds: { draw: isMissed ? null : draw, next, seal, failed: null } },
    isMissed,
  };
}

/** A pending bet of a round that is over: a win where its auto cash-out was reached, else a loss. */
function settle(bet: AviatorBet, draw: AviatorDrawResult | null): AviatorBet {
  if (bet.outcome !== 'pending' || draw?.status !== 'finished' || bet.roundId !== draw.roundId) {
    return draw?.status === 'finished' && bet.roundId === draw.roundId && bet.crashMultiplier === null
      ? { ...bet, crashMultiplier: draw.crashMultiplier }
      : bet;
  }
  const crashMultiplier = draw.crashMultiplier;
  if (bet.autoCashOut !== null && bet.autoCashOut <= crashMultiplier) {
    const amountWon = payoutAt(bet, Math.round(bet.autoCashOut * 100));
    return {
      ...bet,
      outcome: 'win',
      endedBy: 'auto',
      amountWon,
      cashOutMultiplier: bet.autoCashOut,
      crashMultiplier,
    };
  }
  const cashOutMultiplier = bet.cashOutMultiplier ?? crashMultiplier;
  return { ...bet, outcome: 'loss', endedBy: 'crash', amountWon: 0, cashOutMultiplier, crashMultiplier };
}

function withCrashOf(draw: AviatorDrawResult | null, crashes: readonly Crash[]): readonly Crash[] {
  if (draw?.status !== 'finished' || crashes.some(({ id }) => id === draw.roundId)) return crashes;
  return [{ id: draw.roundId, crashMultiplier: draw.crashMultiplier }, ...crashes].slice(
    0,
    betRule.maxLength,
  );
}
