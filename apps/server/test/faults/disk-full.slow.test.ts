/** F27: while the database refuses writes, the site is not ready; when writes succeed again, it is. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase, type Database } from '../../src/platform/database/database.ts';
import { until } from '../player-client.ts';
import { startTestSite, type TestSite } from '../test-site.ts';

let testSite: TestSite;
let owner: Database;

beforeEach(async () => {
  testSite = await startTestSite();
  owner = openDatabase({ address: testSite.address, connections: 1, onError: () => undefined });
});
afterEach(async () => {
  await owner.close();
  await testSite.close();
});

const asOwner = (text: string) => owner.query({ text, values: [] });
const ready = async () => (await testSite.call('GET', '/health/ready')).status;
const live = async () => (await testSite.call('GET', '/health/live')).status;

it('answers 503 from the first write that fails for lack of space to the first that succeeds', async () => {
  const { token } = await testSite.register('alice');
  const rename = async (username: string) =>
    (await testSite.call('POST', '/user/update', token, { username })).status;
  expect(await ready()).toBe(200);
  // The error of PostgreSQL when a table cannot grow.
  await asOwner(`CREATE FUNCTION no_space() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$`);
  for (const table of ['player', 'write_probe'])
    await asOwner(`CREATE TRIGGER no_space BEFORE INSERT OR UPDATE ON ${table} EXECUTE FUNCTION no_space()`);
  expect(await rename('alicia')).toBe(503);
  for (let polls = 0; polls < 3; polls++) expect(await ready()).toBe(503);
  expect(await live()).toBe(200);
  for (const table of ['player', 'write_probe']) await asOwner(`DROP TRIGGER no_space ON ${table}`);
  expect(await ready()).toBe(200);
  expect(await rename('alicia')).toBe(200);
});

it('answers 503 while the database is read-only', async () => {
  const { database } = testSite.address;
  /** The setting applies to new connections only. */
  const disconnectSite = () =>
    asOwner(`SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`);
  expect(await ready()).toBe(200);
  await asOwner(`ALTER DATABASE "${database}" SET default_transaction_read_only = on`);
  await disconnectSite();
  for (let polls = 0; polls < 3; polls++) expect(await ready()).toBe(503);
  await asOwner(`ALTER DATABASE "${database}" RESET default_transaction_read_only`);
  await disconnectSite();
  await until('the site has connected again', async () => (await ready()) === 200);
});
