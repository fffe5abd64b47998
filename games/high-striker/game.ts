/**
 * High Striker: the puck flies to a height, and a target that it reaches pays the stake times the target. Targets and
 * heights are whole hundredths (250 is 2.50x).
 */
import { defineInstantGame, drawValues, hundredths } from '@fairground/game-kit/instant';

/** The average return of ten thousand coins, the same at every target. */
const returnBp = 9_800;
const highest = 100_000;

/** How many of the numbers let the puck reach a height. */
const waysToReach = (height: number): bigint => {
  if (height > highest) return 0n;
  // floor(a / b) >= t holds exactly when b <= a / t, here for b = 100 * (2^52 - r), which is at most 100 * 2^52.
  const ways = (BigInt(returnBp) * drawValues) / (100n * BigInt(height));
  return ways > drawValues ? drawValues : ways;
};

export default defineInstantGame({
  id: 'highStriker',
  algorithm: 'striker/v1',
  stakes: { min: 100, max: 10_000, step: 100, quick: [100, 500, 1_000, 10_000] },
  choice: {
    target: hundredths({ min: 101, max: highest, initial: 200, quick: [150, 200, 500, 1_000] }),
  },
  drawn: { height: hundredths({ min: 98, max: highest }) },
  draw: (r) => ({
    height: Math.min(highest, Number((BigInt(returnBp) * drawValues) / (100n * (drawValues - r)))),
  }),
  multiplierHundredths: ({ target }) => target,
  wins: ({ target }, { height }) => height >= target,
  ways: ({ target }) => waysToReach(target),
  returnsBp: [returnBp],
  sample: { amount: 100, target: 2 },
  describeResult: ({ height }, won) => `${(height / 100).toFixed(2)}x ${won ? '≥' : '<'} target`,
});
