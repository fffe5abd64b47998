import { expect, test } from 'vitest';
import { countDistinct, distinctOf } from './distinct.ts';

const ids = (from: number, to: number): Set<string> =>
  new Set(Array.from({ length: to - from }, (_, index) => String(from + index)));

test('counts no one where there is no process', () => {
  expect(countDistinct([])).toBe(0);
});

test('counts exactly what one process has, however many', () => {
  expect(countDistinct([distinctOf(ids(0, 12_345))])).toBe(12_345);
});

test('counts an id of two processes once', () => {
  expect(countDistinct([distinctOf(ids(0, 150)), distinctOf(ids(100, 250))])).toBe(250);
});

test('names at most 256 ids of a process, and estimates the union of large ones within 15 %', () => {
  const parts = [distinctOf(ids(1, 8_001)), distinctOf(ids(4_001, 12_001)), distinctOf(ids(12_001, 12_101))];
  for (const part of parts) expect(part.ids.length).toBeLessThanOrEqual(256);
  const estimate = countDistinct(parts);
  expect(estimate).toBeGreaterThan(12_100 * 0.85);
  expect(estimate).toBeLessThan(12_100 * 1.15);
});

test('never estimates fewer than one process has, nor more than all together', () => {
  const parts = [distinctOf(ids(0, 3_000)), distinctOf(ids(0, 3_000))];
  expect(countDistinct(parts)).toBeGreaterThanOrEqual(3_000);
  expect(countDistinct(parts)).toBeLessThanOrEqual(6_000);
});
