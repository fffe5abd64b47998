/** Numbers within texts are grouped like those that are formatted beforehand, in every language. */
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { afterAll, expect, it } from 'vitest';
import { i18n, t, type MessageKey } from './i18n.ts';

/** Keys that no catalogue has: other test files share the loaded texts. */
const messages = {
  'test.amount': '{coins, plural, one {# coin} other {# coins}}',
  'test.rank': 'Rank {rank, number}.',
};

const activate = (locale: string) => {
  // Added to what is loaded: `loadAndActivate` would take its place, and nothing loads it again.
  i18n.load(
    locale,
    Object.fromEntries(Object.entries(messages).map(([key, text]) => [key, compileMessageOrThrow(text)])),
  );
  i18n.activate(locale);
};

afterAll(() => i18n.activate('en'));

it.each([
  ['en', '1,234'],
  ['es', '1.234'],
])('%s writes %s', (locale, written) => {
  activate(locale);
  expect(t('test.amount' as MessageKey, { coins: 1234 })).toBe(`${written} coins`);
  expect(t('test.rank' as MessageKey, { rank: 1234 })).toBe(`Rank ${written}.`);
});
