import { expect, it } from 'vitest';
import { stakeRange } from '../web/stake.ts';

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
