/** Which sentence is shown when a call fails: the server's where it gave one, else the page's own. */
import { expect, it } from 'vitest';
import { ApiError, readableError, serversWord } from './api-error.ts';

const own = 'Failed to load leaderboard';
const said = new ApiError({
  status: 503,
  code: 'unavailable',
  detail: 'The chalk is wet.',
  isServersWord: true,
});
const unsaid = new ApiError({ status: 500, code: 'internal_error', detail: 'Something went wrong.' });
const unheard = new ApiError({ status: 0, code: 'network', detail: 'Check your connection.' });

it("gives the server's word where there is one", () => {
  expect(serversWord(said, own)).toBe('The chalk is wet.');
});

it('gives the words of the page for an answer without any, for none at all, and for a fault of the page', () => {
  for (const error of [unsaid, unheard, new TypeError('x is undefined')]) {
    expect(serversWord(error, own)).toBe(own);
  }
});

it('where a page has no words of its own, says what can be done about it', () => {
  expect(readableError(unheard, own)).toBe('Check your connection.');
});
