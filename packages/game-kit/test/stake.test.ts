import { expect, it } from 'vitest';
import { stakeRange, stakeWithin } from '../web/stake.ts';

it.each([
  [
    'lies within the limits as chosen',
    { stake: 50, balance: 1000 },
    { amount: 50, max: 500, affordable: true },
  ],
  [
    'is reduced to a multiple of the step within the balance',
    { stake: 50, balance: 47 },
    { amount: 40, max: 40, affordable: true },
  ],
  [
    'never passes the largest stake',
    { stake: 900, balance: 1000 },
    { amount: 500, max: 500, affordable: true },
  ],
  [
    'is the smallest one where the balance allows none',
    { stake: 50, balance: 9 },
    { amount: 10, max: 0, affordable: false },
  ],
])('a stake %s', (_, chosen, expected) => {
  expect(stakeRange({ ...chosen, min: 10, max: 500, step: 10 })).toEqual(expected);
});

it('a game without a largest stake is limited by the balance alone', () => {
  expect(stakeRange({ stake: 5_000, balance: 1_000_005, min: 10, step: 10 }).max).toBe(1_000_000);
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
