/**
 * Databases as hosted services and administrators give them: with settings, schemas and tables of their own, and with
 * addresses that ask for more than a host.
 */
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { afterEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/harness.ts';
import { queryAsOwner } from '../../../test/query-as-owner.ts';
import { urlOf } from '../../../test/shared-postgres.ts';
import { openSiteDatabase } from '../../site/site-database.ts';
import { openForCommand } from '../../staff/commands/command.ts';
import { createLogger } from '../logger.ts';
import { plainLine } from '../plain-error.ts';
import { readSettings } from '../settings.ts';
import { readArchive, writeArchive } from './archive.ts';
import { isUnavailable, openDatabase, sqlState, type Database } from './database.ts';

const open: TestDatabase[] = [];
afterEach(async () => {
  for (const test of open.splice(0)) await test.close();
});

const createDatabase = async (setUp: string, options = {}): Promise<TestDatabase> => {
  const test = await createTestDatabase({ connections: 2, ...options });
  open.push(test);
  await queryAsOwner(test.database, setUp.replaceAll('@', String(test.address.database)));
  return test;
};

const start = (databaseUrl: string, log = createLogger('silent')) =>
  openSiteDatabase(readSettings({ DATABASE_URL: databaseUrl }), log);

const show = async ({ query }: Pick<Database, 'query'>, name: string): Promise<unknown> => {
  const text = 'SELECT current_setting($1) AS value';
  return (await query<{ value: string }>({ text, values: [name] }))[0]?.value;
};

it.each([
  ['DateStyle', 'German, DMY', 'ISO, MDY'],
  ['default_transaction_isolation', 'serializable', 'read committed'],
  ['statement_timeout', '1s', '0'],
  ['lock_timeout', '1s', '0'],
  ['idle_session_timeout', '1s', '0'],
  ['TimeZone', 'Asia/Kolkata', 'UTC'],
])('a site on a database with %s %s has it as %s, and so have the commands', async (name, theirs, ours) => {
  const test = await createDatabase(`ALTER DATABASE @ SET ${name} = '${theirs}'`);
  const site = await start(urlOf(test.address));
  const commands = openForCommand(test.address);
  expect([await show(site.database, name), await show(commands, name)]).toEqual([ours, ours]);
  await commands.close();
  await site.stop();
});

it('reads the instants of a database that writes days first', async () => {
  const test = await createDatabase(`ALTER DATABASE @ SET DateStyle = 'SQL, DMY'`);
  const site = await start(urlOf(test.address));
  const text = `SELECT '2026-12-11 10:00:00+00'::timestamptz AS at`;
  expect(await site.database.query({ text, values: [] })).toEqual([{ at: new Date('2026-12-11T10:00:00Z') }]);
  await site.stop();
});

it('a backup of a database that writes days first is read by one that writes months first', async () => {
  const from = await createDatabase(`ALTER DATABASE @ SET DateStyle = 'SQL, DMY'`);
  await from.rows(`INSERT INTO contact_message (name, email, title, description, created_at)
    VALUES ('ann', 'a@example.org', 't', 'd', '2026-12-11 10:00:00+00')`);
  const to = await createDatabase('SELECT');
  const stream = new PassThrough();
  const [, summary] = await Promise.all([
    writeArchive(from.address, stream),
    readArchive(stream, to.address),
  ]);
  expect(summary.tables['contact_message']).toBe(1);
  expect(await to.rows('SELECT created_at FROM contact_message')).toEqual([
    { created_at: new Date('2026-12-11T10:00:00Z') },
  ]);
});

it('says which setting makes the tables of a schema of the login', async () => {
  const test = await createDatabase(
    'CREATE SCHEMA rented; ALTER DATABASE @ SET search_path = rented, public',
    {
      isEmpty: true,
    },
  );
  const failed = await start(urlOf(test.address)).catch((error: unknown) => error);
  expect(plainLine(failed)).toBe(
    'The login looks for tables in the schema rented and not in public: ' +
      'run ALTER ROLE postgres SET search_path = public',
  );
});

it('says in one line that the login may not make tables', async () => {
  const test = await createDatabase('REVOKE ALL ON SCHEMA public FROM PUBLIC', { isEmpty: true });
  const login = `${test.address.database}_site`;
  await queryAsOwner(test.database, `CREATE ROLE ${login} LOGIN PASSWORD 'any'`);
  const failed = await start(urlOf({ ...test.address, user: login, password: 'any' })).catch(
    (error: unknown) => error,
  );
  await queryAsOwner(test.database, `DROP ROLE ${login}`);
  expect(plainLine(failed)).toBe('The database refuses: permission denied for schema public');
});

it('keeps its role, its settings and its name where the address has options and a name', async () => {
  const test = await createDatabase('SELECT');
  const url = `${urlOf(test.address)}&options=-c%20work_mem%3D5MB&application_name=web`;
  const { database, stop } = await start(url);
  const names = ['role', 'TimeZone', 'application_name', 'work_mem'];
  expect(await Promise.all(names.map((name) => show(database, name)))).toEqual([
    'fairground_app',
    'UTC',
    'fairground',
    '5MB',
  ]);
  await stop();
});

it.each([
  [13, [expect.stringMatching(/have 13 connections.* DATABASE_CONNECTIONS to at most 11,/)]],
  [14, []],
])('a start on a database that takes %i connections says so where they are too few', async (limit, said) => {
  const test = await createDatabase(`ALTER DATABASE @ CONNECTION LIMIT ${limit}`);
  const lines: string[] = [];
  const log = createLogger('warn', {
    write: (line) => void lines.push((JSON.parse(line) as { msg: string }).msg),
  });
  await (await start(urlOf(test.address), log)).stop();
  expect(lines.filter((line) => line.includes('connections'))).toEqual(said);
});

it('an extension with floating-point numbers in the schema breaks no invariant', async () => {
  const test = await createDatabase('CREATE EXTENSION pg_stat_statements');
  expect(await test.findViolations()).toEqual([]);
});

it('a backup leaves out the tables of extensions and of other owners, and can be restored', async () => {
  const from = await createDatabase(
    `CREATE ROLE @_other;
     CREATE TABLE heartbeat (id bigserial, at timestamptz); INSERT INTO heartbeat DEFAULT VALUES;
     ALTER TABLE heartbeat OWNER TO @_other;
     REVOKE ALL ON heartbeat, heartbeat_id_seq FROM fairground_app;
     CREATE EXTENSION pg_buffercache; CREATE TABLE spatial_ref_sys (id int);
     ALTER EXTENSION pg_buffercache ADD TABLE spatial_ref_sys`,
  );
  const to = await createDatabase('SELECT');
  const stream = new PassThrough();
  const [written] = await Promise.all([writeArchive(from.address, stream), readArchive(stream, to.address)]);
  expect(Object.keys(written.tables).filter((name) => /heartbeat|spatial/.test(name))).toEqual([]);
  expect(await to.findViolations()).toEqual([]);
  await queryAsOwner(from.database, `DROP TABLE heartbeat; DROP ROLE ${from.address.database}_other`);
});

it('a backup keeps the tables of another owner that the site may read, with their sequences', async () => {
  const { database, address } = await createDatabase(
    `CREATE ROLE @_other;
     CREATE TABLE later (id bigserial); INSERT INTO later DEFAULT VALUES; ALTER TABLE later OWNER TO @_other`,
  );
  const target = new PassThrough();
  const [written, file] = await Promise.all([writeArchive(address, target), buffer(target)]);
  expect(written.tables['later']).toBe(1);
  expect(gunzipSync(file).toString()).toContain('"later_id_seq":"1"');
  await queryAsOwner(database, `DROP TABLE later; DROP ROLE ${address.database}_other`);
});

it('takes a transaction that a limit of the server ended for a database that is away', async () => {
  const test = await createDatabase(`ALTER DATABASE @ SET transaction_timeout = '50ms'`);
  const database = openDatabase({ address: test.address, connections: 1, onError: () => undefined });
  const failed = await database
    .query({ text: 'SELECT pg_sleep(5)', values: [] })
    .catch((error: unknown) => error);
  expect(isUnavailable(failed)).toBe(true);
  await database.close();
});

it.each([
  ['lets the login in no more', '28000', (login: string) => `ALTER ROLE ${login} NOLOGIN`],
  ['has no such database any more', '3D000', undefined],
])('takes a server that %s for away, so that calls get 503', async (_, code, change) => {
  const test = await createDatabase('SELECT');
  const login = `${test.address.database}_site`;
  await queryAsOwner(test.database, `CREATE ROLE ${login} LOGIN PASSWORD 'any'`);
  if (change) await queryAsOwner(test.database, change(login));
  const address = {
    ...test.address,
    user: login,
    password: 'any',
    ...(change ? {} : { database: 'renamed_for_a_restore' }),
  };
  const database = openDatabase({ address, connections: 1, onError: () => undefined });
  const failed = await database.query({ text: 'SELECT', values: [] }).catch((error: unknown) => error);
  await database.close();
  await queryAsOwner(test.database, `DROP ROLE ${login}`);
  expect([sqlState(failed), isUnavailable(failed)]).toEqual([code, true]);
});
