/** F7: a process that is slow by itself does not hold its database for silent. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/harness.ts';
import { systemClock } from '../clock.ts';
import { openDatabase, type Database } from './database.ts';

let test: TestDatabase;
let database: Database;
beforeAll(async () => {
  test = await createTestDatabase();
  database = openDatabase({ address: test.address, onError: () => undefined });
  database.refuseWhenSilent(systemClock);
});
afterAll(async () => {
  await database?.close();
  await test?.close();
});

const turnMs = 200;

it('commits a transaction whose every answer waits for a slow turn of the event loop', async () => {
  await database.query({ text: 'SELECT 1', values: [] });
  let outcome: unknown;
  database
    .transaction(async (query) => {
      for (let statement = 0; statement < 30; statement++) await query({ text: 'SELECT 1', values: [] });
    })
    .then(
      () => (outcome = 'committed'),
      (error: unknown) => (outcome = error),
    );
  while (outcome === undefined) {
    for (const until = performance.now() + turnMs; performance.now() < until;);
    await nextTurn();
  }
  expect(outcome).toBe('committed');
}, 60_000);
