import { expect, test } from 'vitest';
import { findUnshowable, withoutUnshowable } from './showable-text.ts';

const unshowable = [
  ...Array.from({ length: 32 }, (_, code) => String.fromCharCode(code)).filter(
    (text) => !/[\t\n\r]/.test(text),
  ),
  '\ud800',
  '\udfff',
  '\udfff\ud800',
  '\ufffe',
  '\uffff',
];

test.each(unshowable)('%j cannot be shown, and is dropped from what was stored with it', (text) => {
  expect(findUnshowable(`before${text}after`)).toBe('');
  expect(withoutUnshowable(`before${text}after`)).toBe('beforeafter');
});

test.each(['', 'Línea\r\n\tdos', '\u007f\u0085\u200d\u202e', '\ufffd', '👩‍🚀 \u{10ffff}'])(
  '%j can be shown',
  (text) => {
    expect(findUnshowable({ a: [text, 1, null, true] })).toBeUndefined();
    expect(withoutUnshowable(text)).toBe(text);
  },
);

test('a text that cannot be shown is named, however deep it is', () => {
  expect(findUnshowable({ version: 1, draft: { en: { title: 'a', markdown: '\b' } } })).toBe(
    'draft.en.markdown',
  );
  expect(findUnshowable({ tagIds: ['a', '\u001b'] })).toBe('tagIds.1');
  expect(findUnshowable({ draft: { 'a\b': 1 } })).toBe('draft');
  expect(findUnshowable(JSON.parse(`${'['.repeat(30_000)}"\\u0007"${']'.repeat(30_000)}`))).toBe(
    Array(30_000).fill('0').join('.'),
  );
});

test('a password may have any character', () => {
  expect(
    findUnshowable({ password: 'a\b', newPassword: '\ud800', currentPassword: '\u001b' }),
  ).toBeUndefined();
});
