/** What the page of an instant game shows: exact odds of a choice, and the newest bets once each. */
import { expect, test } from 'vitest';
import { hundredths, wholeNumber } from '../shared/instant/fields.ts';
import { defineInstantGame, waysBelow } from '../shared/instant/game.ts';
import { withBet, withListed } from '../web/instant/bets.ts';
import { oddsOf } from '../web/instant/odds.ts';

const game = defineInstantGame({
  id: 'cups',
  algorithm: 'cups/v1',
  stakes: { min: 100, max: 1_000, step: 100, quick: [100] },
  choice: { of: wholeNumber({ min: 2, max: 9, initial: 3 }) },
  drawn: { cup: hundredths({ min: 0, max: 900 }) },
  draw: () => ({ cup: 0 }),
  multiplierHundredths: ({ of }) => of * 95,
  wins: (_, { cup }) => cup === 0,
  ways: ({ of }) => waysBelow(1, of),
  returnsBp: [9_500],
  sample: { amount: 100, of: 3 },
});

const bet = (id: number) => ({
  id: String(id),
  createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, id)).toISOString(),
});
const idsOf = (bets: readonly { id: string }[] | undefined) => bets?.map(({ id }) => id);

test.each([
  [2, 50, 1.9, 190],
  [3, 33.3, 2.85, 285],
])('a choice of %i wins %f times in a hundred', (of, chancePercent, multiplier, payoutCoins) => {
  expect(oddsOf(game, { of }, 100)).toEqual({ chancePercent, multiplier, payoutCoins, returnBp: 9_500 });
});

test('a bet is the first of the history, once, and ten are kept', () => {
  const listed = withListed(undefined, [10, 9, 8, 7, 6, 5, 4, 3, 2, 1].map(bet));
  const after = withBet(listed, bet(11));
  expect(idsOf(after)).toEqual(['11', '10', '9', '8', '7', '6', '5', '4', '3', '2']);
  expect(idsOf(withListed(after, [bet(11), bet(10)]))).toEqual(['11', '10']);
});

test('a list that was made before a bet does not remove it', () => {
  const after = withBet(withListed(undefined, [bet(1)]), bet(2));
  expect(idsOf(withListed(after, [bet(1)]))).toEqual(['2', '1']);
});

test('a bet before the history is loaded is left to the list', () => {
  expect(withBet(undefined, bet(1))).toBeUndefined();
});
