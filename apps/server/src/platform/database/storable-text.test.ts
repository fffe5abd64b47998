import { expect, test } from 'vitest';
import { isStorable, toStorableJson } from './storable-text.ts';

test.each([
  [{ a: ['b', 1, null, { c: 'd' }] }, true],
  [undefined, true],
  ['\0', false],
  [{ a: [{ b: 'before\0after' }] }, false],
  [{ 'a\0': 1 }, false],
  [JSON.parse(`${'['.repeat(30_000)}"\\u0000"${']'.repeat(30_000)}`), false],
])('a text with U+0000 is found however deep it is', (value, expected) => {
  expect(isStorable(value)).toBe(expected);
});

test('a document for jsonb has no half of a surrogate pair', () => {
  expect(toStorableJson({ a: ['\ud800 half', 'whole \ud83c\udf1f'], b: 1, c: null })).toBe(
    '{"a":["\ufffd half","whole \ud83c\udf1f"],"b":1,"c":null}',
  );
});
