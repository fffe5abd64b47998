import { expect, it } from 'vitest';
import { advanceQueue, emptyQueue, pressQueue, type BetQueue } from '../web/bet-queue.ts';

const bet = { amount: 50, autoCashOut: 2, parachute: true };
const queued: BetQueue = { phase: 'queued', bet };
const flying = { openRoundId: null, isAway: false, isClosed: false, isAuto: false, balance: 100 };

it('a press queues a bet, and a second one takes it back', () => {
  expect(pressQueue(emptyQueue, bet)).toEqual(queued);
  expect(pressQueue(queued, bet)).toEqual(emptyQueue);
});

it('a press queues a bet again after one was canceled', () => {
  expect(pressQueue({ phase: 'canceled', why: 'connection' }, bet)).toEqual(queued);
});

it('a bet that is being sent is not taken back by a press', () => {
  const sending = { phase: 'sending', bet, roundId: '7' } as const;
  expect(pressQueue(sending, bet)).toBe(sending);
});

it('a queued bet waits while no round is open, and keeps its stake', () => {
  expect(advanceQueue(queued, flying)).toBe(queued);
});

it('a queued bet is sent for the round that opened, and only for that one', () => {
  const sending = advanceQueue(queued, { ...flying, openRoundId: '7' });
  expect(sending).toEqual({ phase: 'sending', bet, roundId: '7' });
  expect(advanceQueue(sending, { ...flying, openRoundId: '8' })).toBe(sending);
});

it.each([
  ['the connection is lost', { isAway: true }, 'connection'],
  ['the game closes or a break begins', { isClosed: true }, 'closed'],
  ['auto-play starts', { isAuto: true }, 'autoPlay'],
  ['the coins no longer suffice', { balance: 49 }, 'balance'],
])('a queued bet is canceled when %s, even if a round is open', (_, change, why) => {
  expect(advanceQueue(queued, { ...flying, openRoundId: '7', ...change })).toEqual({
    phase: 'canceled',
    why,
  });
});

it('an empty queue stays empty when a round opens', () => {
  expect(advanceQueue(emptyQueue, { ...flying, openRoundId: '7' })).toBe(emptyQueue);
});
