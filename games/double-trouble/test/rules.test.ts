import { describe, expect, it } from 'vitest';
import {
  doubleTroubleRules,
  halfOf,
  isValidPick,
  isValidStake,
  payoutCoins,
  payoutHundredths,
  returnBp,
  sideOf,
  winningNumberCount,
  wins,
  type DoubleTroubleMax,
  type DrawType,
} from '../rules.ts';

const readings = [30, 50] as const satisfies DoubleTroubleMax[];
const numbersTo = (max: number) => Array.from({ length: max }, (_, index) => index + 1);

describe('payouts, odds and returns', () => {
  const known: [DoubleTroubleMax, DrawType, number, number, number][] = [
    [30, 'Number', 1, 2940, 9800],
    [30, 'Under', 14, 210, 9800],
    [30, 'Over', 15, 190, 9500],
    [30, 'Exact', 1, 2940, 9800],
    [50, 'Number', 1, 4900, 9800],
    [50, 'Under', 24, 200, 9600],
    [50, 'Over', 25, 190, 9500],
    [50, 'Exact', 1, 4900, 9800],
  ];
  it.each(known)(
    'of %i, %s wins with %i numbers, pays %i hundredths, returns %i bp',
    (max, type, ...rest) => {
      expect([winningNumberCount(type, max), payoutHundredths(type, max), returnBp(type, max)]).toEqual(rest);
    },
  );

  it.each(readings)(
    'returns the published share of one coin on every number of %i for every kind of bet',
    (max) => {
      for (const drawType of doubleTroubleRules.drawTypes) {
        for (const number of drawType === 'Number' ? numbersTo(max) : [null]) {
          const paid = numbersTo(max)
            .filter((drawn) => wins({ drawType, number }, drawn, max))
            .reduce((sum) => sum + payoutCoins(100, payoutHundredths(drawType, max)), 0);
          expect(paid / (max * 100)).toBeCloseTo(returnBp(drawType, max) / 10_000, 12);
          expect(paid).toBeLessThanOrEqual(98 * max);
        }
      }
    },
  );

  it('pays every valid stake without a remainder', () => {
    for (const max of readings) {
      for (const drawType of doubleTroubleRules.drawTypes) {
        expect((doubleTroubleRules.stakeStepCoins * payoutHundredths(drawType, max)) % 100).toBe(0);
      }
    }
  });
});

describe('who wins', () => {
  it.each(readings)('classifies each number of %i as exactly one of under, exact and over', (max) => {
    for (const drawn of numbersTo(max)) {
      const winners = (['Under', 'Exact', 'Over'] as const).filter((drawType) =>
        wins({ drawType, number: null }, drawn, max),
      );
      expect(winners).toEqual([sideOf(drawn, max)]);
    }
    expect(sideOf(halfOf(max), max)).toBe('Exact');
    expect(sideOf(halfOf(max) - 1, max)).toBe('Under');
    expect(sideOf(halfOf(max) + 1, max)).toBe('Over');
  });

  it('lets a number win only against itself', () => {
    expect(numbersTo(30).filter((drawn) => wins({ drawType: 'Number', number: 17 }, drawn, 30))).toEqual([
      17,
    ]);
  });
});

describe('valid bets', () => {
  it.each([0, -10, 5, 15, 10_010, 1e21, 10.5, Number.NaN])('refuse a stake of %d', (coins) => {
    expect(isValidStake(coins)).toBe(false);
  });
  it.each([10, 20, 10_000])('accept a stake of %i', (coins) => expect(isValidStake(coins)).toBe(true));
  it('need a number within the range for Number, and none for the others', () => {
    expect(isValidPick({ drawType: 'Number', number: 30 }, 30)).toBe(true);
    expect(isValidPick({ drawType: 'Number', number: 31 }, 30)).toBe(false);
    expect(isValidPick({ drawType: 'Number', number: 31 }, 50)).toBe(true);
    for (const number of [null, 0, -1, 1.5]) {
      expect(isValidPick({ drawType: 'Number', number }, 30)).toBe(false);
    }
    expect(isValidPick({ drawType: 'Under', number: null }, 30)).toBe(true);
    expect(isValidPick({ drawType: 'Under', number: 3 }, 30)).toBe(false);
  });
});
