import { expect, it } from 'vitest';
import { formatOf } from '@fairground/site-kit/format/format.ts';
import { stakeRange, stakeWithin } from '../web/stake.ts';

const { readCoins } = formatOf('en');
const limits = { min: 10, max: 500, step: 10, readCoins };

it.each([
  ['within the limits is staked as it is', 50, 1000, { amount: 50, max: 500 }],
  ['above the balance is no stake, and is not lowered', 50, 47, { amount: null, max: 40 }],
  ['above the largest stake is no stake', 900, 1000, { amount: null, coins: 900 }],
  ['is shown where the balance allows none', 50, 9, { amount: 50, max: 0, affordable: false }],
  ['is shown while the balance is not known', 50, undefined, { amount: 50, affordable: false }],
  ['that is typed in groups is read', '1,000', 5000, { amount: null, coins: 1000 }],
  ['that is typed between two steps is no stake', '105', 1000, { amount: null, coins: 105 }],
  ['below the smallest one is no stake', '7', 1000, { amount: null, coins: 7 }],
  ['of nothing is no stake', '0', 1000, { amount: null, coins: 0 }],
  ['with an exponent is no stake', '1e3', 5000, { amount: null, coins: Number.NaN }],
  ['that is not typed yet is no stake', '', 1000, { amount: null, coins: Number.NaN }],
] as const)('a number of coins %s', (_, chosen, balance, expected) => {
  expect(stakeRange({ ...limits, chosen, balance })).toMatchObject({ chosen, ...expected });
});

it('a game without a largest stake is limited by the balance alone', () => {
  expect(stakeRange({ ...limits, max: undefined, chosen: 5_000, balance: 1_000_005 })).toMatchObject({
    amount: 5_000,
    max: 1_000_000,
  });
});

it.each([
  ['in full steps is the stake', 120, 120],
  ['between two steps becomes the lower one', 129, 120],
  ['halved keeps to the steps', 150 / 2, 70],
  ['below the smallest stake becomes that', 3, 10],
  ['above the largest stake becomes that', 20 * 500, 500],
])('a number of coins %s', (_, coins, stake) => {
  expect(stakeWithin(coins, { min: 10, max: 500, step: 10 })).toBe(stake);
});

it('no number of coins is a stake below the smallest one, even where the balance allows none', () => {
  expect(stakeWithin(50, { min: 10, max: 0, step: 10 })).toBe(10);
});
