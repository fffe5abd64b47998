import { expect, it, vi } from 'vitest';
import { alternate, ratios, summarize } from './alternate.ts';

it('names the runs of the subjects in turn, and keeps their figures in the order of the rounds', async () => {
  const named = vi.spyOn(console, 'error').mockReturnValue();
  const order: string[] = [];
  const subject = (name: string, rates: number[]) => ({
    name,
    run: async () => {
      order.push(name);
      return { rate: rates.shift(), unknown: undefined };
    },
  });
  const results = await alternate([subject('A', [1, 2]), subject('B', [10, 40])], 2);
  expect(order).toEqual(['A', 'B', 'B', 'A']);
  expect(named.mock.calls.flat()).toEqual([
    'run 1 of 2: A',
    'run 1 of 2: B',
    'run 2 of 2: B',
    'run 2 of 2: A',
  ]);
  named.mockRestore();
  expect(results).toEqual([
    { name: 'A', runs: { rate: [1, 2] } },
    { name: 'B', runs: { rate: [10, 40] } },
  ]);
});

it.each([
  [[3, 1, 2], { median: 2, min: 1, max: 3 }],
  [[4, 1, 2, 3], { median: 2.5, min: 1, max: 4 }],
  [[7], { median: 7, min: 7, max: 7 }],
])('summarizes %j', (values, expected) => {
  expect(summarize(values)).toEqual(expected);
});

it('compares runs of the same round, so that a slow round changes no ratio', () => {
  expect(ratios([100, 10, 50], [50, 5, 25])).toEqual([2, 2, 2]);
  expect(ratios([1, 2], [0])).toEqual([]);
});
