/** A start on a slow or busy machine: seconds pass between two statements, since the process loads its modules. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { databaseWork } from '../../test/database-work.ts';
import { createTestDatabase } from '../../test/harness.ts';
import { urlOf } from '../../test/shared-postgres.ts';
import { openForCommand } from '../staff/commands/command.ts';
import { createLogger } from '../platform/logger.ts';
import { readSettings } from '../platform/settings.ts';
import { openSiteDatabase } from './site-database.ts';

/** A call of a player may leave its transaction alone for two seconds. */
const longerThanCallsMs = 2_500;

afterEach(() => databaseWork.interfere(undefined));

/** Holds the first statement that matches back, in the middle of its transaction. */
const loseTimeAt = (pattern: RegExp): (() => number) => {
  let lost = 0;
  databaseWork.interfere(async (_client, text, run) => {
    if (lost === 0 && pattern.test(text)) {
      lost = longerThanCallsMs;
      await pause(lost);
    }
    return run();
  });
  return () => lost;
};

it('a migration waits for a process that is busy for longer than a call may be', async () => {
  const test = await createTestDatabase({ isEmpty: true });
  const lost = loseTimeAt(/CREATE TABLE IF NOT EXISTS schema_migration/);
  const settings = readSettings({ DATABASE_URL: urlOf(test.address) });
  const { database, stop } = await openSiteDatabase(settings, createLogger('silent'));
  expect(lost()).toBe(longerThanCallsMs);
  expect(await database.query({ text: 'SELECT FROM schema_migration', values: [] })).not.toEqual([]);
  await stop();
  await test.close();
});

it('a command of an operator does, too', async () => {
  const test = await createTestDatabase();
  const lost = loseTimeAt(/SELECT 2/);
  const database = openForCommand(test.address);
  const rows = await database.transaction(async (query) => {
    await query({ text: 'SELECT 1 AS n', values: [] });
    return query({ text: 'SELECT 2 AS n', values: [] });
  });
  expect([rows, lost()]).toEqual([[{ n: 2 }], longerThanCallsMs]);
  await database.close();
  await test.close();
});

it.each([
  ['1', '2s'],
  ['20', '40s'],
])('a factor of %s gives the transactions of players %s between statements', async (factor, wait) => {
  const test = await createTestDatabase();
  const settings = readSettings({ DATABASE_URL: urlOf(test.address), DATABASE_PATIENCE: factor });
  const { database, stop } = await openSiteDatabase(settings, createLogger('silent'));
  const text = 'SHOW idle_in_transaction_session_timeout';
  expect(await database.query({ text, values: [] })).toEqual([{ idle_in_transaction_session_timeout: wait }]);
  await stop();
  await test.close();
});
