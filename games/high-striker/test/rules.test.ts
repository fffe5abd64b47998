/** Targets, payouts and odds, counted over the whole range of the draw. */
import { describe, expect, test } from 'vitest';
import { heightHundredthsAt, valuesInAll, valuesReaching } from '../draw.ts';
import { isWin, parseTarget, payoutCoins, strikerRules } from '../rules.ts';

const { minTargetHundredths: first, maxTargetHundredths: last } = strikerRules;

describe('the odds', () => {
  test('reach each target with 0.98 / target of all values, to within one value', () => {
    for (let target = first; target <= last; target++) {
      // |values / 2^52 - 98 / target| < 2^-52, multiplied out: exact.
      const short = 98n * valuesInAll - valuesReaching(target) * BigInt(target);
      if (short < 0n || short >= BigInt(target)) expect.fail(`${target}: ${short}`);
    }
  });

  test('match the draw: the last counted value reaches the target, the next does not', () => {
    const targets = [...Array(2_000).keys()].map((at) => first + at).concat([4_321, 50_000, 99_999, last]);
    for (const target of targets) {
      const values = valuesReaching(target);
      expect(isWin(heightHundredthsAt(valuesInAll - values), target), `${target}`).toBe(true);
      expect(isWin(heightHundredthsAt(valuesInAll - values - 1n), target), `${target}`).toBe(false);
    }
  });

  test('range over heights from 0.98x to 1,000x', () => {
    expect(heightHundredthsAt(0n)).toBe(98);
    expect(heightHundredthsAt(valuesInAll - 1n)).toBe(last);
    expect(valuesReaching(last + 1)).toBe(0n);
    expect(valuesReaching(98)).toBe(valuesInAll);
  });
});

describe('amounts', () => {
  test('pay without fractions for every stake and target', () => {
    for (let stake = 100; stake <= strikerRules.maxStakeCoins; stake += strikerRules.stakeStepCoins) {
      for (const target of [first, 133, 199, 777, 12_345, 99_999, last]) {
        expect(BigInt(payoutCoins(stake, target)) * 100n).toBe(BigInt(stake) * BigInt(target));
      }
    }
  });

  test('parse every target of two decimals exactly and refuse others', () => {
    for (let target = first; target <= last; target++) {
      if (parseTarget(Number((target / 100).toFixed(2))) !== target) expect.fail(`${target}`);
    }
    for (const bad of [1, 1.005, 1.011, 0, -2, 1_000.01, 1e21, Number.NaN, Infinity]) {
      expect(parseTarget(bad), `${bad}`).toBeNull();
    }
  });

  test('win at a height on the target, and lose a hundredth below it', () => {
    expect(isWin(250, 250)).toBe(true);
    expect(isWin(249, 250)).toBe(false);
  });
});
