/** The replay of a recorded draw shows the numbers that were drawn. */
import { expect, it } from 'vitest';
import { ballMs, ballsAt, replayMsOf } from '../web/replay-model.ts';

const winningNumbers = [3, 14, 27, 36, 40, 47];
const round = { status: 'drawn' as const, winningNumbers, ticketCount: 2 };

it('shows one ball after another, and all six at its end', () => {
  expect(ballsAt(round, 0)).toEqual([]);
  expect(ballsAt(round, ballMs * 2)).toEqual([3, 14]);
  expect(ballsAt(round, replayMsOf(round))).toEqual(winningNumbers);
});
