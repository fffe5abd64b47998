import { expect, test } from 'vitest';
import { formatValue } from './format.ts';

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
