import { expect, test } from 'vitest';
import { nextIndex } from './move-focus.ts';

test.each([
  ['ArrowRight', 0, 1],
  ['ArrowRight', 2, 0],
  ['ArrowLeft', 0, 2],
  ['ArrowLeft', 2, 1],
  ['Home', 2, 0],
  ['End', 0, 2],
  ['ArrowDown', 0, undefined],
  ['Enter', 1, undefined],
])('%s leads from %i to %s of three in a row', (key, at, next) => {
  expect(nextIndex(key, at, 3, 'horizontal')).toBe(next);
});

test('a column has the keys up and down', () => {
  expect(nextIndex('ArrowDown', 0, 3, 'vertical')).toBe(1);
  expect(nextIndex('ArrowUp', 0, 3, 'vertical')).toBe(2);
  expect(nextIndex('ArrowRight', 0, 3, 'vertical')).toBeUndefined();
});
