/** The figures of a simulation, and the bars of its histogram. */
import { expect, it } from 'vitest';
import { figuresOf, rangesOf } from './figures.ts';

it('compares the exact return with the observed one, and computes costs from the exact one', () => {
  const figures = figuresOf({
    sessions: 10,
    rounds: 100,
    staked: 1_000,
    paid: 940,
    expectedPaid: 970,
    paidDeviation: 50,
    ahead: 3,
    even: 0,
    ruined: 1,
    ends: { rounds: 10 },
    spread: {
      lowest: 0,
      highest: 0,
      mean: 0,
      quantiles: [],
      low: 0,
      width: 1,
      counts: [],
      below: 0,
      above: 0,
    },
    paths: { every: 1, balances: [] },
  });
  expect(figures).toMatchObject({ exactReturn: 0.97, observedReturn: 0.94, stakedPerSession: 100 });
  expect(figures.edge).toBeCloseTo(0.03, 12);
  expect([figures.costPerSession, figures.costPerRound]).toEqual([3, 0.3]);
  expect(figures.interval[0]).toBeCloseTo(0.842, 12);
  expect(figures.interval[1]).toBeCloseTo(1.038, 12);
});

it('has ranges without gaps, and open ones only where sessions ended outside', () => {
  const spread = {
    lowest: 0,
    highest: 90,
    mean: 40,
    quantiles: [],
    low: 20,
    width: 20,
    counts: [5, 7],
    below: 2,
    above: 0,
  };
  expect(rangesOf(spread)).toEqual([
    { from: null, to: 19, count: 2 },
    { from: 20, to: 39, count: 5 },
    { from: 40, to: 59, count: 7 },
  ]);
  expect(rangesOf({ ...spread, below: 0, above: 1 }).at(-1)).toEqual({ from: 60, to: null, count: 1 });
});
