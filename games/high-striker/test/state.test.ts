/** Which texts are targets, and the scale of the tower. */
import { formatOf } from '@fairground/site-kit/format/format.ts';
import { expect, test } from 'vitest';
import { placeOnTower } from '../tower-scale.ts';
import { readTarget } from '../web/target.ts';

test.each([
  ['2', 2],
  ['2.5', 2.5],
  ['2,55', 2.55],
  [' 10x ', 10],
  ['1000', 1_000],
  ['1,000', 1_000],
  ['1.01', 1.01],
  ['1', null],
  ['1.001', null],
  ['1000.01', null],
  ['', null],
  ['two', null],
  ['-2', null],
  ['1e2', null],
])('the text "%s" is the target %s', (text, target) => {
  expect(readTarget(text, formatOf('en'))).toBe(target);
});

test('scales the tower logarithmically from the lowest height to the bell', () => {
  expect(placeOnTower(0.98)).toBe(0);
  expect(placeOnTower(1_000)).toBe(1);
  expect(placeOnTower(4) - placeOnTower(2)).toBeCloseTo(placeOnTower(200) - placeOnTower(100), 10);
});
