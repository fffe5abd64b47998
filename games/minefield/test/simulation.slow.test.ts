/**
 * Many games of Minefield with fixed seeds: tiles are mines equally often, and players with a fixed strategy get
 * the return that the odds state.
 */
import { expect, test } from 'vitest';
import { difficultyNames, minefieldDifficulties, minefieldSteps } from '../rules.ts';
import { mineTiles } from '../draw.ts';
import { simulatedDraws } from '../../test/simulated-draws.ts';

const gamesEach = simulatedDraws / difficultyNames.length;

/** Critical values of chi-square at 1 in 10,000, by degrees of freedom. */
const critical: Record<number, number> = { 14: 42.58, 24: 58.61, 3: 21.11 };

test.each(difficultyNames)('%s: its games are evenly distributed and pay what the odds state', (name) => {
  const { tiles, mines, incrementHundredths } = minefieldDifficulties[name];
  const serverSeed = new Uint8Array(32).fill(difficultyNames.indexOf(name) + 1);
  const isMine = Array.from({ length: tiles }, () => 0);
  // Each player reveals the tiles in order and stops at their own number of gems, 1 to 4.
  const reached = [0, 0, 0, 0, 0];
  const steps = minefieldSteps({ tiles, mines, incrementHundredths });
  let paidHundredths = 0;
  let expected = 0;
  for (let nonce = 0; nonce < gamesEach; nonce++) {
    const field = mineTiles({ serverSeed, clientSeed: 'simulation', nonce, tiles, mines });
    let first: number = tiles;
    for (const tile of field) {
      isMine[tile] = (isMine[tile] ?? 0) + 1;
      if (tile < first) first = tile;
    }
    const gems = Math.min(first, 4);
    reached[gems] = (reached[gems] ?? 0) + 1;
    const stop = 1 + (nonce % 4);
    const step = steps[stop - 1];
    if (!step) return expect.fail('a step is missing');
    if (first >= stop) paidHundredths += step.hundredths;
    expected += (step.chance.numerator / step.chance.denominator) * step.hundredths;
  }

  // The mines of a game are drawn without replacement, which reduces the variance by this factor.
  const mean = (gamesEach * mines) / tiles;
  const spread = (tiles - mines) / (tiles - 1);
  const evenness = isMine.reduce((sum, seen) => sum + (seen - mean) ** 2 / mean, 0) / spread;
  expect(evenness).toBeLessThan(critical[tiles - 1] ?? 0);

  const chances = steps.map(({ chance }) => chance.numerator / chance.denominator);
  const share = [0, 1, 2, 3, 4].map((gems) => {
    const atLeast = gems === 0 ? 1 : (chances[gems - 1] ?? 0);
    return gems === 4 ? atLeast : atLeast - (chances[gems] ?? 0);
  });
  const ends = reached.reduce((sum, seen, gems) => {
    const due = gamesEach * (share[gems] ?? 0);
    return sum + (seen - due) ** 2 / due;
  }, 0);
  // Five outcomes, four degrees of freedom.
  expect(ends).toBeLessThan(23.51);
  expect(reached.every((seen) => seen > 1_000)).toBe(true);

  // The standard deviation of one game is below 1.3 stakes; four of them are far less than one in 10,000.
  expect(Math.abs(paidHundredths - expected) / 100).toBeLessThan(4 * 1.3 * Math.sqrt(gamesEach));
});
