/** Which sentence is shown when a call fails: the server's where it gave one, else the page's own. */
import { expect, it } from 'vitest';
import { i18n } from '../i18n/i18n.ts';
import { ApiError, readableError, serversWord } from './api-error.ts';

const own = 'Failed to load leaderboard';
const explained = new ApiError({
  status: 503,
  code: 'unavailable',
  detail: 'The chalk is wet.',
  isServersWord: true,
});
const unexplained = new ApiError({ status: 500, code: 'internal_error', detail: 'Something went wrong.' });
const unreachable = new ApiError({ status: 0, code: 'network', detail: 'Check your connection.' });

it("returns the server's sentence where it sent one", () => {
  expect(serversWord(explained, own)).toBe('The chalk is wet.');
});

it("returns the page's sentence for an answer without one, for no answer, and for a fault of the page", () => {
  for (const error of [unexplained, unreachable, new TypeError('x is undefined')]) {
    expect(serversWord(error, own)).toBe(own);
  }
});

it('where a page has no words of its own, shows what can be done about it', () => {
  expect(readableError(unreachable, own)).toBe('Check your connection.');
});

it('a file that did not arrive is the network, and a fault of the page is not', () => {
  const missing = new TypeError('Failed to fetch dynamically imported module: /assets/user-1.js');
  expect(readableError(missing, own)).not.toBe(own);
  expect(readableError(new TypeError('any is not a function'), own)).toBe(own);
});

it('a limit says how long it lasts, in the language of the page', () => {
  const error = (retryAfterMs: number | null) =>
    new ApiError({ status: 429, code: 'rate_limited', detail: 'Please wait 1 hour.', retryAfterMs });
  expect(readableError(error(3_600_000), own)).toBe('Please wait 1 hour.');
  i18n.load('es', {
    'problem.wait': ['Espera ', ['wait'], '.'],
    'problem.rate_limited': 'Espera un momento.',
  });
  i18n.activate('es');
  expect(readableError(error(3_600_000), own)).toBe('Espera 1 hora.');
  expect(readableError(error(null), own)).toBe('Espera un momento.');
  // Test files share the texts.
  i18n.activate('en');
});
