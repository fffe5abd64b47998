/** A server's process only grows with the statements it has met: connections end, even those that are never idle. */
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/harness.ts';
import { connectionSeconds, openDatabase, type Database } from './database.ts';

let test: TestDatabase;
let database: Database;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterEach(async () => {
  vi.useRealTimers();
  await database?.close();
});
afterAll(() => test?.close());

const pidOf = async (query: Database['query']): Promise<unknown> =>
  (await query<{ pid: number }>({ text: 'SELECT pg_backend_pid() AS pid', values: [] }))[0]?.pid;

it.each([
  ['is used again before its time', connectionSeconds - 1, true],
  ['ends after its time, once the transaction in progress has ended', connectionSeconds, false],
])('a connection %s', async (_, seconds, isSame) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  database = openDatabase({ address: test.address, onError: () => undefined });
  const first = await database.transaction(async (query) => {
    const pid = await pidOf(query);
    vi.advanceTimersByTime(seconds * 1_000);
    return pid;
  });
  expect((await pidOf(database.query)) === first).toBe(isSame);
});
