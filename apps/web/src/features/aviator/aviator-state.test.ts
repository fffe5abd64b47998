import type { AviatorBet } from '@fairground/game-aviator/contract';
import type { AviatorCountdown, AviatorDrawResult } from '@fairground/game-aviator/contract';
import { describe, expect, it } from 'vitest';
import {
  activeBet,
  aviatorReducer,
  betInFlight,
  canPlaceBet,
  historyKept,
  initialAviatorState,
  payoutAt,
} from './aviator-state.ts';
import type { AviatorAction, AviatorState } from './aviator-state.ts';

const startedAt = '2026-11-21T12:00:00.000Z';

const countdown = (roundId: string, seconds = 10): AviatorAction => ({
  type: 'countdown',
  countdown: { roundId, countdown: seconds, startsAt: startedAt, commitment: 'c' } satisfies AviatorCountdown,
});
const draw = (roundId: string, status: 'ongoing' | 'finished', crashMultiplier: number): AviatorAction => ({
  type: 'draw',
  draw: { roundId, status, crashMultiplier, startedAt, growthPerMs: 0.0001 } satisfies AviatorDrawResult,
});
const bet = (changes: Partial<AviatorBet> = {}): AviatorBet => ({
  id: 'bet-1',
  roundId: 'round-2',
  amount: 50,
  amountWon: 0,
  outcome: 'pending',
  crashMultiplier: null,
  cashOutMultiplier: null,
  autoCashOut: null,
  createdAt: '2026-11-21T11:59:55.000Z',
  ...changes,
});
const placed = (changes: Partial<AviatorBet> = {}): AviatorAction => ({
  type: 'betPlaced',
  bet: bet(changes),
});

const after = (...actions: AviatorAction[]): AviatorState =>
  actions.reduce(aviatorReducer, {
    ...initialAviatorState,
    bets: [],
    crashes: [{ id: 'round-0', crashMultiplier: 3 }],
  });

describe('placing', () => {
  it('is possible between rounds with no bet active', () => {
    expect(canPlaceBet(after(draw('round-1', 'finished', 2), countdown('round-2')))).toBe(true);
  });
  it('is refused in flight, with a bet active, and before the round is known', () => {
    expect(canPlaceBet(after(draw('round-2', 'ongoing', 1.2)))).toBe(false);
    expect(canPlaceBet(after(countdown('round-2'), placed()))).toBe(false);
    expect(canPlaceBet(after())).toBe(false);
  });
  it('adds the bet as pending', () => {
    expect(activeBet(after(countdown('round-2'), placed()))?.outcome).toBe('pending');
  });
});

describe('the crash', () => {
  const flown = [countdown('round-2'), placed(), draw('round-2', 'ongoing', 1.4)] as const;

  it('turns a pending bet into a loss, with the crash recorded where there was no cash-out', () => {
    const state = after(...flown, draw('round-2', 'finished', 1.57));
    expect(state.bets?.[0]).toMatchObject({
      outcome: 'loss',
      cashOutMultiplier: 1.57,
      crashMultiplier: 1.57,
    });
    expect(activeBet(state)).toBeNull();
  });
  it('turns a pending bet into a win where its auto cash-out was reached', () => {
    const state = after(
      countdown('round-2'),
      placed({ autoCashOut: 1.5, amount: 70 }),
      draw('round-2', 'finished', 1.5),
    );
    expect(state.bets?.[0]).toMatchObject({ outcome: 'win', amountWon: 105, cashOutMultiplier: 1.5 });
  });
  it('loses a bet whose auto cash-out lies a hundredth above it', () => {
    const state = after(
      countdown('round-2'),
      placed({ autoCashOut: 1.51 }),
      draw('round-2', 'finished', 1.5),
    );
    expect(state.bets?.[0]?.outcome).toBe('loss');
  });
  it('leaves a win alone', () => {
    const won = bet({ outcome: 'win', amountWon: 60, cashOutMultiplier: 1.2 });
    const state = after(...flown, { type: 'cashedOut', bet: won }, draw('round-2', 'finished', 1.57));
    expect(state.bets).toEqual([{ ...won, crashMultiplier: 1.57 }]);
  });
  it('leaves a bet on the next round alone when the last result is repeated', () => {
    const state = after(
      draw('round-1', 'finished', 2),
      countdown('round-2'),
      placed(),
      draw('round-1', 'finished', 2),
    );
    expect(activeBet(state)?.id).toBe('bet-1');
    expect(state.missed).toBe(0);
  });
  it('is added to the history once', () => {
    const state = after(draw('round-2', 'finished', 1.57), draw('round-2', 'finished', 1.57));
    expect(state.crashes?.map(({ id }) => id)).toEqual(['round-2', 'round-0']);
  });
  it('is not undone by a tick that comes late', () => {
    expect(after(draw('round-2', 'finished', 1.57), draw('round-2', 'ongoing', 1.5)).draw?.status).toBe(
      'finished',
    );
  });
});

describe('cash-out', () => {
  it('is possible in flight with a bet on this round only', () => {
    expect(betInFlight(after(countdown('round-2'), placed()))).toBeNull();
    expect(betInFlight(after(countdown('round-2'), placed(), draw('round-2', 'ongoing', 1)))?.id).toBe(
      'bet-1',
    );
    expect(betInFlight(after(placed({ roundId: 'round-9' }), draw('round-2', 'ongoing', 1)))).toBeNull();
  });
  it('frees the panel at once', () => {
    const won = bet({ outcome: 'win', amountWon: 60, cashOutMultiplier: 1.2 });
    const state = after(placed(), draw('round-2', 'ongoing', 1.3), { type: 'cashedOut', bet: won });
    expect(activeBet(state)).toBeNull();
    expect(state.bets).toEqual([won]);
  });
  it('pays the whole coins below, and never more than the auto cash-out', () => {
    expect(payoutAt(bet({ amount: 10 }), 159)).toBe(15);
    expect(payoutAt(bet({ amount: 10, autoCashOut: 1.5 }), 400)).toBe(15);
  });
  it('that is answered after the crash was heard is the win that the server says', () => {
    const won = bet({ outcome: 'win', amountWon: 60, cashOutMultiplier: 1.2 });
    const state = after(placed(), draw('round-2', 'finished', 1.3), { type: 'cashedOut', bet: won });
    expect(state.bets?.[0]?.outcome).toBe('win');
  });
});

describe('what is loaded', () => {
  it('replaces what the page thought', () => {
    const won = bet({ outcome: 'win', amountWon: 55, cashOutMultiplier: 1.1 });
    const state = after(placed(), draw('round-2', 'finished', 1.5), { type: 'betsLoaded', bets: [won] });
    expect(state.bets?.[0]).toMatchObject({ outcome: 'win', amountWon: 55 });
  });
  it('does not take an end back to pending, nor forget a bet it does not list yet', () => {
    const state = after(
      placed(),
      draw('round-2', 'finished', 1.5),
      countdown('round-3'),
      placed({ id: 'bet-2', roundId: 'round-3', createdAt: '2026-11-21T12:00:20.000Z' }),
      { type: 'betsLoaded', bets: [bet()] },
    );
    expect(state.bets?.map(({ id, outcome }) => [id, outcome])).toEqual([
      ['bet-2', 'pending'],
      ['bet-1', 'loss'],
    ]);
  });
  it('is asked for again when the end of a round was missed', () => {
    const state = after(placed(), draw('round-2', 'ongoing', 1.5), countdown('round-3'));
    expect(state.missed).toBe(1);
    expect(state.draw).toBeNull();
  });
  it('holds fifty at most', () => {
    const crashes = Array.from({ length: historyKept }, (_, n) => ({ id: `old-${n}`, crashMultiplier: 2 }));
    const state = after({ type: 'crashesLoaded', crashes }, draw('round-2', 'finished', 1.1));
    expect(state.crashes).toHaveLength(historyKept);
    expect(state.crashes?.[0]?.id).toBe('round-2');
  });
});

describe('a push that failed', () => {
  it('is remembered until the next good one; a failed countdown forgets the round', () => {
    const failed = after(countdown('round-2'), { type: 'countdownFailed' });
    expect([failed.failed, failed.next]).toEqual(['countdown', null]);
    expect(aviatorReducer(failed, countdown('round-2', 5)).failed).toBeNull();
    expect(after({ type: 'drawFailed' }).failed).toBe('draw');
  });
});
