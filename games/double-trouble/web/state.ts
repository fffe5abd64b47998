/**
 * What the page knows of Double Trouble, as a pure function of messages and answers (docs/product.md 7.4).
 * The server's answer always wins; until it arrives, a bet is settled as the server will.
 */
import { mergeEntry, mergeList, type MergeRule, type Step } from '@fairground/game-kit/web';
import type {
  DoubleTroubleBet,
  DoubleTroubleDraw,
  DoubleTroubleSeal,
  DoubleTroubleStatus,
} from '../contract.ts';
import { payoutCoins, wins } from '../rules.ts';
import type { DoubleTroubleMax } from '../rules.ts';

/** What became of the player's bets in one draw. */
export interface DrawResult {
  drawId: string;
  number: number;
  staked: number;
  won: number;
}

export interface KnownStatus {
  /** Null where the first status could not be pushed. */
  latest: DoubleTroubleStatus | null;
  failed: boolean;
}

/** Undefined until loaded. */
export interface DoubleTroubleState {
  status: KnownStatus | undefined;
  /** Newest first. */
  bets: readonly DoubleTroubleBet[] | undefined;
  /** The seal of the draw whose bets were sealed last. */
  seal?: DoubleTroubleSeal | undefined;
}

/** `max` is null while the range is unknown. */
export type DoubleTroubleAction =
  | { type: 'statusReceived'; status: DoubleTroubleStatus; max: DoubleTroubleMax | null }
  | { type: 'statusFailed' }
  | { type: 'sealed'; seal: DoubleTroubleSeal }
  | { type: 'betsLoaded'; bets: readonly DoubleTroubleBet[]; max: DoubleTroubleMax | null }
  | { type: 'betPlaced'; bet: DoubleTroubleBet };

export type DoubleTroubleEvent =
  /** A draw took place while the page followed the game. */
  | { type: 'drawn'; draw: DoubleTroubleDraw }
  /** Bets of the player were settled by a draw. */
  | { type: 'settled'; result: DrawResult };

type DoubleTroubleStep = Step<DoubleTroubleState, DoubleTroubleEvent>;

/** A settled bet never becomes pending again. */
const betRule: MergeRule<DoubleTroubleBet> = {
  idOf: ({ id }) => id,
  versionOf: ({ status }) => (status === 'pending' ? 0 : 1),
  createdAtOf: ({ createdAt }) => createdAt,
  maxLength: 50,
};

export function reduceDoubleTrouble(
  state: DoubleTroubleState,
  action: DoubleTroubleAction,
): DoubleTroubleStep {
  switch (action.type) {
    case 'statusReceived':
      return receiveStatus(state, action.status, action.max);
    case 'statusFailed':
      return { state: { ...state, status: failedStatus(state.status) }, events: [] };
    case 'sealed':
      return { state: { ...state, seal: action.seal }, events: [] };
    case 'betsLoaded':
      return receiveBets(state, action.bets, action.max);
    case 'betPlaced':
      return { state: { ...state, bets: mergeEntry(state.bets ?? [], action.bet, betRule) }, events: [] };
  }
}

/** A text is shown then, and the history is emptied (docs/product.md 7.5). */
export const failedStatus = (known: KnownStatus | undefined): KnownStatus => ({
  latest: known?.latest ? { ...known.latest, current: null, history: [] } : null,
  failed: true,
});

/** Bets that wait for the draw that is next. */
export const betsInNext = (
  bets: readonly DoubleTroubleBet[] | undefined,
  status: DoubleTroubleStatus | null,
): readonly DoubleTroubleBet[] =>
  bets?.filter((bet) => bet.status === 'pending' && bet.drawId === status?.next.drawId) ?? [];

/** Whether a bet is pending although its draw is over and no longer known: only the server knows how it ended. */
export const hasUnknownEnd = ({ status, bets }: DoubleTroubleState): boolean => {
  const latest = status?.latest;
  if (!latest || bets === undefined) return false;
  const known = new Set([latest.next.drawId, ...latest.history.map(({ drawId }) => drawId)]);
  return bets.some((bet) => bet.status === 'pending' && !known.has(bet.drawId));
};

function receiveStatus(
  state: DoubleTroubleState,
  status: DoubleTroubleStatus,
  max: DoubleTroubleMax | null,
): DoubleTroubleStep {
  const known = state.status;
  const before = known?.latest;
  // An answer that was overtaken by a push has nothing new.
  if (before && !known.failed && status.next.drawsAt < before.next.drawsAt) return { state, events: [] };
  const { current } = status;
  // The first status is the state of things and not a draw that has just taken place.
  const isNew = before && !known.failed && current !== null && current.drawId !== before.current?.drawId;
  const settled = settleBets({ ...state, status: { latest: status, failed: false } }, max);
  return isNew ? { ...settled, events: [{ type: 'drawn', draw: current }, ...settled.events] } : settled;
}

/**
 * A list can overtake the message about a draw. Bets that this page knows as pending are then left to that message,
 * which brings the number: they would otherwise be settled without an event.
 */
function receiveBets(
  state: DoubleTroubleState,
  received: readonly DoubleTroubleBet[],
  max: DoubleTroubleMax | null,
): DoubleTroubleStep {
  const { latest, failed } = state.status ?? {};
  const announced = new Set(
    latest && !failed ? [latest.next.drawId, ...latest.history.map(({ drawId }) => drawId)] : [],
  );
  const waiting = new Map(
    state.bets?.filter(({ status }) => status === 'pending').map((bet) => [bet.id, bet]),
  );
  const list = received.map((bet) => {
    const known = waiting.get(bet.id);
    return known !== undefined && bet.status !== 'void' && announced.has(bet.drawId) ? known : bet;
  });
  return settleBets({ ...state, bets: mergeList(state.bets ?? [], list, betRule) }, max);
}

/** Settles what is pending by the numbers that are known, with one event for each draw, the oldest first. */
function settleBets(state: DoubleTroubleState, max: DoubleTroubleMax | null): DoubleTroubleStep {
  const history = state.status?.latest?.history;
  if (history === undefined || state.bets === undefined || max === null) return { state, events: [] };
  const numbers = new Map(history.map(({ drawId, winningNumbers }) => [drawId, winningNumbers[0]]));
  const results = new Map<string, DrawResult>();
  const bets = state.bets.map((bet) => {
    const number = bet.status === 'pending' ? numbers.get(bet.drawId) : undefined;
    if (number === undefined) return bet;
    const settled = settle(bet, number, max);
    const { staked = 0, won = 0 } = results.get(bet.drawId) ?? {};
    results.set(bet.drawId, {
      drawId: bet.drawId,
      number,
      staked: staked + settled.amount,
      won: won + settled.amountWon,
    });
    return settled;
  });
  if (results.size === 0) return { state, events: [] };
  const events = [...results.values()].toReversed().map((result) => ({ type: 'settled', result }) as const);
  return { state: { ...state, bets }, events };
}

function settle(bet: DoubleTroubleBet, number: number, max: DoubleTroubleMax): DoubleTroubleBet {
  if (!wins(bet, number, max)) return { ...bet, status: 'loss', amountWon: 0 };
  return { ...bet, status: 'win', amountWon: payoutCoins(bet.amount, Math.round(bet.multiplier * 100)) };
}
