/**
 * What the page knows of Aviator, as a pure function of messages and answers (specification, section 4).
 * The server's word always wins; where it has not spoken yet, a bet is settled as the server will.
 */
import type { AviatorBet } from '@fairground/game-aviator/contract';
import type { AviatorCountdown, AviatorDrawResult } from '@fairground/game-aviator/contract';
import { payoutCoins } from '@fairground/game-aviator/rules';

export type Crash = { id: string; crashMultiplier: number };

export type AviatorState = {
  /** The round in flight, or the last one that finished. */
  draw: AviatorDrawResult | null;
  /** The round that is open for bets. */
  next: AviatorCountdown | null;
  failed: 'draw' | 'countdown' | null;
  /** Newest first; null until loaded. */
  bets: readonly AviatorBet[] | null;
  crashes: readonly Crash[] | null;
  /** Grows when something was missed and the histories should be asked for again. */
  missed: number;
};

export type AviatorAction =
  | { type: 'draw'; draw: AviatorDrawResult }
  | { type: 'drawFailed' }
  | { type: 'countdown'; countdown: AviatorCountdown }
  | { type: 'countdownFailed' }
  | { type: 'betsLoaded'; bets: readonly AviatorBet[] }
  | { type: 'crashesLoaded'; crashes: readonly Crash[] }
  | { type: 'betPlaced'; bet: AviatorBet }
  | { type: 'cashedOut'; bet: AviatorBet };

export const historyKept = 50;

export const initialAviatorState: AviatorState = {
  draw: null,
  next: null,
  failed: null,
  bets: null,
  crashes: null,
  missed: 0,
};

export function aviatorReducer(state: AviatorState, action: AviatorAction): AviatorState {
  switch (action.type) {
    case 'draw':
      return action.draw.status === 'ongoing' ? flying(state, action.draw) : finished(state, action.draw);
    case 'drawFailed':
      return { ...state, failed: 'draw' };
    case 'countdown':
      return counting(state, action.countdown);
    case 'countdownFailed':
      // The page falls back to the default countdown until the next one arrives.
      return { ...state, next: null, failed: 'countdown' };
    case 'betsLoaded':
      return { ...state, bets: mergeBets(state, action.bets) };
    case 'crashesLoaded':
      return { ...state, crashes: mergeCrashes(state, action.crashes) };
    case 'betPlaced':
    case 'cashedOut':
      return { ...state, bets: withBet(state.bets ?? [], settle(action.bet, state.draw)) };
  }
}

/** The bet that locks the panel: it waits for its round, or flies with it. */
export function activeBet(state: AviatorState): AviatorBet | null {
  return state.bets?.find((bet) => bet.outcome === 'pending') ?? null;
}

export const isFlying = (state: AviatorState): boolean => state.draw?.status === 'ongoing';

/** Only between rounds, with no bet active, and when the server has named the round. */
export const canPlaceBet = (state: AviatorState): boolean =>
  !isFlying(state) && state.next !== null && activeBet(state) === null;

/** The bet that a cash-out would end now. */
export function betInFlight(state: AviatorState): AviatorBet | null {
  const bet = activeBet(state);
  return bet !== null && isFlying(state) && bet.roundId === state.draw?.roundId ? bet : null;
}

/** What a cash-out pays at this height; an auto cash-out that was passed cannot be bettered. */
export function payoutAt(bet: AviatorBet, hundredths: number): number {
  const auto = bet.autoCashOut === null ? Number.POSITIVE_INFINITY : Math.round(bet.autoCashOut * 100);
  return payoutCoins(bet.amount, Math.min(hundredths, auto));
}

function flying(state: AviatorState, draw: AviatorDrawResult): AviatorState {
  // A tick that was overtaken by its own round's end says nothing new.
  if (state.draw?.status === 'finished' && state.draw.roundId === draw.roundId) return state;
  return { ...state, draw, next: null, failed: null };
}

function finished(state: AviatorState, draw: AviatorDrawResult): AviatorState {
  const bets = state.bets?.map((bet) => settle(bet, draw)) ?? null;
  const crashes = mergeCrashes({ ...state, draw }, state.crashes ?? []);
  const strays =
    bets?.some((bet) => bet.outcome === 'pending' && bet.roundId !== state.next?.roundId) ?? false;
  return {
    ...state,
    draw,
    failed: null,
    bets,
    crashes: state.crashes === null ? null : crashes,
    missed: strays ? state.missed + 1 : state.missed,
  };
}

function counting(state: AviatorState, next: AviatorCountdown): AviatorState {
  const endUnheard = state.draw?.status === 'ongoing' && state.draw.roundId !== next.roundId;
  return {
    ...state,
    next,
    draw: endUnheard ? null : state.draw,
    failed: null,
    missed: endUnheard ? state.missed + 1 : state.missed,
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
    return { ...bet, outcome: 'win', amountWon, cashOutMultiplier: bet.autoCashOut, crashMultiplier };
  }
  const cashOutMultiplier = bet.cashOutMultiplier ?? crashMultiplier;
  return { ...bet, outcome: 'loss', amountWon: 0, cashOutMultiplier, crashMultiplier };
}

function withBet(bets: readonly AviatorBet[], bet: AviatorBet): readonly AviatorBet[] {
  const others = bets.filter(({ id }) => id !== bet.id);
  const at = bets.findIndex(({ id }) => id === bet.id);
  return (at === -1 ? [bet, ...others] : others.toSpliced(at, 0, bet)).slice(0, historyKept);
}

/** A list can have been written before what we already know: an end is never taken back to pending. */
function mergeBets(state: AviatorState, loaded: readonly AviatorBet[]): readonly AviatorBet[] {
  const known = new Map(state.bets?.map((bet) => [bet.id, bet]));
  const merged = loaded.map((bet) => {
    const held = known.get(bet.id);
    return bet.outcome === 'pending' && held && held.outcome !== 'pending' ? held : settle(bet, state.draw);
  });
  const ids = new Set(loaded.map(({ id }) => id));
  const newest = loaded[0]?.createdAt ?? '';
  const notYetListed = (state.bets ?? []).filter((bet) => !ids.has(bet.id) && bet.createdAt > newest);
  return [...notYetListed, ...merged].slice(0, historyKept);
}

function mergeCrashes(state: AviatorState, loaded: readonly Crash[]): readonly Crash[] {
  const { draw } = state;
  if (draw?.status !== 'finished' || loaded.some(({ id }) => id === draw.roundId)) return loaded;
  return [{ id: draw.roundId, crashMultiplier: draw.crashMultiplier }, ...loaded].slice(0, historyKept);
}
