import { beforeEach, expect, it } from 'vitest';
import { createTestClock, type TestClock } from '../../../test/test-clock.ts';
import { hashToken } from '../../platform/entropy.ts';
import type { Database } from '../../platform/database/database.ts';
import { createSessionLookup, type SessionLookup } from './session-lookup.ts';

const tokenOf = (number: number): string => String(number).padStart(43, 'x');

let clock: TestClock;
let lookup: SessionLookup;
const maxRecalled = 4;
let queries: number;
let ended: Set<string>;
beforeEach(() => {
  clock = createTestClock();
  queries = 0;
  ended = new Set();
  const query = async ({ values }: { values: readonly unknown[] }) => {
    queries += 1;
    const [hashes] = values as [Buffer[]];
    return hashes.flatMap((hash) => {
      const number = known.get(hash.toString('hex'));
      if (number === undefined || ended.has(tokenOf(number))) return [];
      return [
        { token_hash: hash, session_id: BigInt(number), player_id: BigInt(1000 + number), is_stale: false },
      ];
    });
  };
  lookup = createSessionLookup({ query: query as unknown as Database['query'] }, clock, maxRecalled);
});
const known = new Map(
  Array.from({ length: 10 }, (_, number) => [hashToken(tokenOf(number)).toString('hex'), number]),
);
const identity = (number: number) => ({ playerId: BigInt(1000 + number), sessionId: BigInt(number) });

it('recalls a session for four minutes after it was looked up', async () => {
  expect(lookup.recall(tokenOf(1))).toBeUndefined();
  expect(await lookup.find(tokenOf(1))).toEqual(identity(1));
  clock.advance(4 * 60_000 - 1);
  expect(lookup.recall(tokenOf(1))).toEqual(identity(1));
  expect(lookup.recall(tokenOf(2))).toBeUndefined();
  clock.advance(1);
  expect(lookup.recall(tokenOf(1))).toBeUndefined();
  expect(queries).toBe(1);
});

it('looks up each time that it is asked to find, and recalls none that was not found', async () => {
  await lookup.find(tokenOf(1));
  ended.add(tokenOf(1));
  expect(await lookup.find(tokenOf(1))).toBeUndefined();
  expect(lookup.recall(tokenOf(1))).toBeUndefined();
  expect(await lookup.find('no token')).toBeUndefined();
  expect(await lookup.find(tokenOf(99))).toBeUndefined();
  expect([lookup.recall(tokenOf(99)), lookup.recall('no token')]).toEqual([undefined, undefined]);
  expect(queries).toBe(3);
});

it('forgets a session that has ended', async () => {
  await lookup.find(tokenOf(1));
  await lookup.find(tokenOf(2));
  lookup.forget(1n);
  lookup.forget(7n);
  expect(lookup.recall(tokenOf(1))).toBeUndefined();
  expect(lookup.recall(tokenOf(2))).toEqual(identity(2));
});

it('recalls a limited number of sessions, and forgets the one that was looked up longest ago', async () => {
  for (const number of [1, 2, 3, 4, 1, 5]) await lookup.find(tokenOf(number));
  expect([1, 2, 3, 4, 5].map((number) => lookup.recall(tokenOf(number)))).toEqual(
    [1, undefined, 3, 4, 5].map((number) => number && identity(number)),
  );
  lookup.forget(2n);
  await lookup.find(tokenOf(2));
  expect([lookup.recall(tokenOf(2)), lookup.recall(tokenOf(3))]).toEqual([identity(2), undefined]);
});
