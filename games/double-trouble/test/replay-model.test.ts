/** The replay of a recorded draw shows what was drawn. */
import { expect, it } from 'vitest';
import { replayMomentAt, replayMs } from '../web/replay-model.ts';

const round = {
  status: 'drawn' as const,
  max: 30,
  winningNumber: 17,
  players: 0,
  bets: 0,
  won: 0,
  staked: 0,
  paid: 0,
};

it('names the number only once its ball has left the drum, and ends with it on the stand', () => {
  expect(replayMomentAt(round, 0)).toEqual({ turn: -720, number: null, lifted: 0 });
  expect(replayMomentAt(round, 1_999).number).toBeNull();
  expect(replayMomentAt(round, 2_400)).toEqual({ turn: -0, number: 17, lifted: 0.5 });
  expect(replayMomentAt(round, replayMs)).toEqual({ turn: -0, number: 17, lifted: 1 });
});
