/** One message for all stalls, on a clock of the test. */
import type { LargeWin, Stall, Stalls } from '@fairground/contract/stalls';
import { stallsTopic } from '@fairground/contract/stalls';
import { expect, test } from 'vitest';
import { createTestClock } from '../../test/test-clock.ts';
import { createStalls } from './stalls.ts';
import type { LiveEvent } from './types.ts';

const open = () => {
  const clock = createTestClock();
  const world: {
    followers: number;
    shows: Stall['shows'];
    here: number | undefined;
    readings: number;
    wins: LargeWin[];
  } = {
    followers: 1,
    here: undefined,
    shows: { last: 1 },
    readings: 0,
    wins: [],
  };
  const published: LiveEvent[] = [];
  const stalls = createStalls({
    clock,
    games: new Map([
      [
        'cups',
        () => {
          world.readings += 1;
          return world.shows;
        },
      ],
    ]),
    here: () => world.here,
    wins: () => world.wins,
    followers: () => world.followers,
    publish: (event) => published.push(event),
  });
  stalls.start();
  return { clock, world, published, stalls };
};

const dataOf = ({ payload }: LiveEvent): Stalls => (payload as { data: Stalls }).data;

test('sends what has changed, once a second at most, to connections that take few ticks', () => {
  const { clock, world, published, stalls } = open();
  clock.advance(5_000);
  expect(published.map(dataOf)).toEqual([{ stalls: { cups: { shows: { last: 1 } } } }]);
  for (let last = 2; last <= 5; last += 1) {
    world.shows = { last };
    clock.advance(500);
  }
  world.here = 2;
  clock.advance(1_000);
  expect(published.map(dataOf).at(-1)).toEqual({ stalls: { cups: { shows: { last: 5 }, here: 2 } } });
  expect(published.every(({ ticks }) => ticks === 'sparse')).toBe(true);
  stalls.stop();
  world.shows = { last: 6 };
  clock.advance(5_000);
  expect(published).toHaveLength(4);
});

test('makes nothing while nobody follows, and tells a new connection at once', () => {
  const { clock, world, published, stalls } = open();
  world.followers = 0;
  clock.advance(5_000);
  expect([published, world.readings]).toEqual([[], 0]);
  expect(stalls.topicState[stallsTopic]().map(dataOf)).toEqual([
    { stalls: { cups: { shows: { last: 1 } } } },
  ]);
});

test('says the newest large wins while there are any', () => {
  const { clock, world, published } = open();
  world.wins = [{ game: 'cups', round: '7', multiplier: 12, amountWon: 120 }];
  clock.advance(1_000);
  expect(published.map(dataOf).at(-1)?.wins).toEqual(world.wins);
  world.wins = [];
  clock.advance(1_000);
  expect(published.map(dataOf).at(-1)).not.toHaveProperty('wins');
});
