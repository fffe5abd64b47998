/** Minefield's odds by enumeration, and its payouts. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  basisPoints,
  columnsOf,
  difficultyNames,
  gemsOf,
  minefieldDifficulties,
  minefieldHundredths,
  minefieldPayout,
  minefieldSteps,
} from '../rules.ts';

/** The number of layouts of the mines that leave the first `gems` tiles free, by enumeration. */
function countWays(tiles: number, mines: number, gems: number): { free: number; all: number } {
  let free = 0;
  let all = 0;
  const walk = (from: number, left: number, blocked: boolean): void => {
    if (left === 0) {
      all += 1;
      if (!blocked) free += 1;
      return;
    }
    for (let tile = from; tile <= tiles - left; tile++) walk(tile + 1, left - 1, blocked || tile < gems);
  };
  walk(0, mines, false);
  return { free, all };
}

describe('odds', () => {
  it.each(difficultyNames)('%s: each chance is the number of layouts that leave those tiles free', (name) => {
    const difficulty = minefieldDifficulties[name];
    // Hard has 480,700 layouts: three steps of it suffice.
    const steps = minefieldSteps(difficulty);
    const looked = name === 'Hard' ? [steps[0], steps[8], steps[17]] : steps;
    for (const step of looked) {
      if (!step) return expect.fail('a step is missing');
      const { free, all } = countWays(difficulty.tiles, difficulty.mines, step.gems);
      expect(step.chance.numerator * all).toBe(free * step.chance.denominator);
    }
  });

  it.each(difficultyNames)(
    '%s: the return is the chance times the multiplier and falls with each gem',
    (name) => {
      const steps = minefieldSteps(minefieldDifficulties[name]);
      expect(steps).toHaveLength(gemsOf(minefieldDifficulties[name]));
      let before = 10_000;
      for (const { gems, hundredths, chance, returned } of steps) {
        expect(BigInt(returned.numerator) * BigInt(chance.denominator) * 100n).toBe(
          BigInt(returned.denominator) * BigInt(chance.numerator) * BigInt(hundredths),
        );
        expect(hundredths).toBe(minefieldHundredths(minefieldDifficulties[name], gems));
        expect(basisPoints(returned)).toBeLessThan(before);
        before = basisPoints(returned);
      }
    },
  );

  it('return 96.4 to 96.8 of 100 coins after the first gem', () => {
    const first = difficultyNames.map((name) => minefieldSteps(minefieldDifficulties[name])[0]);
    expect(first.map((step) => step?.returned)).toEqual([
      { numerator: 121, denominator: 125 },
      { numerator: 121, denominator: 125 },
      { numerator: 603, denominator: 625 },
      { numerator: 29, denominator: 30 },
    ]);
    expect(first.map((step) => step && basisPoints(step.returned))).toEqual([9680, 9680, 9648, 290_000 / 30]);
  });

  it('have fractions in safe integers', () => {
    for (const name of difficultyNames) {
      for (const { chance, returned } of minefieldSteps(minefieldDifficulties[name])) {
        for (const part of [...Object.values(chance), ...Object.values(returned)]) {
          expect(Number.isSafeInteger(part)).toBe(true);
        }
      }
    }
  });
});

describe('payouts', () => {
  it('are floor(bid x multiplier)', () => {
    expect(minefieldPayout(100, 130)).toBe(130);
    expect(minefieldPayout(1_000_000_000, 712)).toBe(7_120_000_000);
  });

  it('agree with exact arithmetic for any stake', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000_000 }),
        fc.integer({ min: 100, max: 900 }),
        (stake, m) => {
          const exact = Number((BigInt(stake) * BigInt(m)) / 100n);
          expect(minefieldPayout(stake, m)).toBe(exact);
        },
      ),
    );
  });
});

it('arranges fifteen tiles in three columns, more in five', () => {
  expect([15, 9, 16, 25].map(columnsOf)).toEqual([3, 3, 5, 5]);
});
