/** The state of the page: strikes merge by id, targets are parsed in both languages, and the tower has one scale. */
import { expect, test } from 'vitest';
import type { Strike } from '../contract.ts';
import { placeOnTower } from '../rules.ts';
import { chanceOf, readTarget, reduceStriker } from '../web/state.ts';

const strike = (id: number): Strike => ({
  id: String(id),
  amount: 100,
  target: 2,
  height: 1.5,
  outcome: 'lost',
  coinsWon: 0,
  createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, id)).toISOString(),
  user: { id: '1', username: 'alice' },
});
const idsOf = (strikes: readonly Strike[] | undefined) => strikes?.map(({ id }) => id);

test('lists a strike first in the history, once, and shows ten', () => {
  const loaded = reduceStriker(
    { last: undefined, history: undefined },
    { type: 'historyLoaded', history: [10, 9, 8, 7, 6, 5, 4, 3, 2, 1].map(strike) },
  ).state;
  const struck = reduceStriker(loaded, { type: 'struck', strike: strike(11) }).state;
  expect(struck.last?.id).toBe('11');
  expect(idsOf(struck.history)).toEqual(['11', '10', '9', '8', '7', '6', '5', '4', '3', '2']);
  const again = reduceStriker(struck, { type: 'historyLoaded', history: [strike(11), strike(10)] }).state;
  expect(idsOf(again.history)?.filter((id) => id === '11')).toHaveLength(1);
});

test('adds a strike from before the history was loaded when it is loaded', () => {
  const { state } = reduceStriker(
    { last: undefined, history: undefined },
    { type: 'struck', strike: strike(1) },
  );
  expect(state).toEqual({ last: strike(1), history: undefined });
});

test.each([
  ['2', 2],
  ['2.5', 2.5],
  ['2,55', 2.55],
  [' 10x ', 10],
  ['1000', 1_000],
  ['1.01', 1.01],
  ['1', null],
  ['1.001', null],
  ['1000.01', null],
  ['', null],
  ['two', null],
  ['-2', null],
  ['1e2', null],
])('the text "%s" is the target %s', (text, target) => {
  expect(readTarget(text)).toBe(target);
});

test('shows 98% divided by the target as the chance', () => {
  expect(chanceOf(2, 9_800)).toBe(49);
  expect(chanceOf(1.01, 9_800)).toBe(97);
  expect(chanceOf(1_000, 9_800)).toBe(0.098);
});

test('scales the tower logarithmically from the lowest height to the bell', () => {
  expect(placeOnTower(0.98)).toBe(0);
  expect(placeOnTower(1_000)).toBe(1);
  expect(placeOnTower(4) - placeOnTower(2)).toBeCloseTo(placeOnTower(200) - placeOnTower(100), 10);
});
