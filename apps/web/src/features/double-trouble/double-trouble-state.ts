/**
 * What the page knows of Double Trouble, as a pure function of messages and answers (specification, section 4).
 * The server's word always wins; where it has not spoken yet, a bet is settled as the server will.
 */
import type {
  DoubleTroubleBet,
  DoubleTroubleDraw,
  DoubleTroubleStatus,
} from '@fairground/game-double-trouble/contract';
import { payoutCoins, wins } from '@fairground/game-double-trouble/rules';
import type { DoubleTroubleMax } from '@fairground/game-double-trouble/rules';

/** What became of the player's bets in one draw. */
export type DrawResult = { drawId: string; number: number; staked: number; won: number };

export type DoubleTroubleState = {
  status: DoubleTroubleStatus | null;
  failed: boolean;
  /** Newest first; null until loaded. */
  bets: readonly DoubleTroubleBet[] | null;
  /** The draw that was heard of while the page was open, and the player's result where he had bets in it. */
  heard: DoubleTroubleDraw | null;
  result: DrawResult | null;
  /** Grows when bets are over that the page cannot settle by itself, and should be asked for again. */
  missed: number;
};

export type DoubleTroubleAction =
  | { type: 'status'; status: DoubleTroubleStatus; max: DoubleTroubleMax | null }
  | { type: 'statusFailed' }
  | { type: 'betsLoaded'; bets: readonly DoubleTroubleBet[]; max: DoubleTroubleMax | null }
  | { type: 'betPlaced'; bet: DoubleTroubleBet };

export const betsKept = 50;

export const initialDoubleTroubleState: DoubleTroubleState = {
  status: null,
  failed: false,
  bets: null,
  heard: null,
  result: null,
  missed: 0,
};

export function doubleTroubleReducer(
  state: DoubleTroubleState,
  action: DoubleTroubleAction,
): DoubleTroubleState {
  switch (action.type) {
    case 'status':
      return statusHeard(state, action.status, action.max);
    case 'statusFailed':
      // The specification's words are shown, and the history is emptied.
      return {
        ...state,
        failed: true,
        status: state.status && { ...state.status, current: null, history: [] },
      };
    case 'betsLoaded':
      return settleAll({ ...state, bets: mergeBets(state.bets ?? [], action.bets) }, action.max);
    case 'betPlaced':
      return { ...state, bets: withBet(state.bets ?? [], action.bet) };
  }
}

/** Bets that wait for the draw that is next. */
export const betsInNext = (state: DoubleTroubleState): readonly DoubleTroubleBet[] =>
  state.bets?.filter(({ drawId, status }) => status === 'pending' && drawId === state.status?.next.drawId) ??
  [];

function statusHeard(
  state: DoubleTroubleState,
  status: DoubleTroubleStatus,
  max: DoubleTroubleMax | null,
): DoubleTroubleState {
  const known = state.status;
  // An answer that was overtaken by a push says nothing new.
  if (known && !state.failed && status.next.drawsAt < known.next.drawsAt) return state;
  const isNew = known !== null && status.current !== null && status.current.drawId !== known.current?.drawId;
  const heard = isNew && !state.failed ? status.current : state.heard;
  return settleAll({ ...state, status, heard, failed: false }, max);
}

/** Settles what is pending by the numbers that are known, and notes what that came to. */
function settleAll(state: DoubleTroubleState, max: DoubleTroubleMax | null): DoubleTroubleState {
  const { status, bets } = state;
  if (status === null || bets === null) return state;
  const numbers = new Map(
    status.history.map(({ drawId, winningNumbers }) => [drawId, winningNumbers[0]] as const),
  );
  let result = state.result;
  let strays = false;
  const settled = bets.map((bet) => {
    if (bet.status !== 'pending') return bet;
    const number = numbers.get(bet.drawId);
    if (number === undefined || max === null) {
      strays ||= bet.drawId !== status.next.drawId;
      return bet;
    }
    const end = settle(bet, number, max);
    const before = result?.drawId === bet.drawId ? result : { staked: 0, won: 0 };
    result = {
      drawId: bet.drawId,
      number,
      staked: before.staked + end.amount,
      won: before.won + end.amountWon,
    };
    return end;
  });
  return { ...state, bets: settled, result, missed: strays ? state.missed + 1 : state.missed };
}

function settle(bet: DoubleTroubleBet, number: number, max: DoubleTroubleMax): DoubleTroubleBet {
  if (!wins(bet, number, max)) return { ...bet, status: 'loss', amountWon: 0 };
  return { ...bet, status: 'win', amountWon: payoutCoins(bet.amount, Math.round(bet.multiplier * 100)) };
}

/** A repeated answer replaces; one that was settled meanwhile stays settled. */
function withBet(bets: readonly DoubleTroubleBet[], bet: DoubleTroubleBet): readonly DoubleTroubleBet[] {
  if (bets.some(({ id }) => id === bet.id)) return bets;
  return [bet, ...bets].slice(0, betsKept);
}

/** A list can have been written before what we already know: an end is never taken back to pending. */
function mergeBets(
  known: readonly DoubleTroubleBet[],
  loaded: readonly DoubleTroubleBet[],
): readonly DoubleTroubleBet[] {
  const held = new Map(known.map((bet) => [bet.id, bet]));
  const merged = loaded.map((bet) => (bet.status === 'pending' ? (held.get(bet.id) ?? bet) : bet));
  const ids = new Set(loaded.map(({ id }) => id));
  const newest = loaded[0]?.createdAt ?? '';
  const notYetListed = known.filter((bet) => !ids.has(bet.id) && bet.createdAt > newest);
  return [...notYetListed, ...merged].slice(0, betsKept);
}
