import { expect, test } from 'vitest';
import { formatBand, formatValue } from './format.ts';

test.each([
  [null, '–'],
  ['', '–'],
  [[], '–'],
  [['12', '7'], '12, 7'],
  [[1200, null], '1,200, –'],
  [true, 'yes'],
  [{ a: 1 }, '{"a":1}'],
])('shows %j as %s', (value, text) => {
  expect(formatValue(value)).toBe(text);
});

test('shows no band that is wider than all that was staked', () => {
  expect(formatBand(0.9, 1.04)).toBe('90.00\u00a0% to 104.00\u00a0%');
  expect(formatBand(0, 142.02)).toBe('too few bets to tell');
});
