import { expect, test } from 'vitest';
import { celebrationOf } from '../web/celebrate.ts';

test('a return at or below the stake is not celebrated', () => {
  expect(celebrationOf(100, 0)).toBeNull();
  expect(celebrationOf(100, 99)).toBeNull();
  expect(celebrationOf(100, 100)).toBeNull();
});

test('a win of ten times the stake is large, and less sends fewer coins', () => {
  expect(celebrationOf(100, 101)).toEqual({ isLarge: false, coins: 3 });
  expect(celebrationOf(100, 200)).toEqual({ isLarge: false, coins: 6 });
  expect(celebrationOf(100, 999)).toEqual({ isLarge: false, coins: 6 });
  expect(celebrationOf(100, 1_000)).toEqual({ isLarge: true, coins: 16 });
});
