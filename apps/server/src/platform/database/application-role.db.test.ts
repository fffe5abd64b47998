/**
 * I5: what the site logs in as, on its own server and on others. It owns nothing and cannot become the owner; where the
 * owner is not a superuser, as on hosted servers, the role that cannot change transfers is used if it may be.
 */
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSiteDatabase } from '../../site/site-database.ts';
import { openDatabase, type Database } from './database.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts';
import { allowApplicationLogin } from './embedded-postgres-passwords.ts';
import { createLogger } from '../logger.ts';
import { findApplicationRole } from './database-roles.ts';
import { migrate } from './migrate.ts';
import { urlOf } from '../../../test/shared-postgres.ts';

let folder: string;
let server: EmbeddedPostgres;
let superuser: Database;

// Roles belong to the server, so this one is not shared with other tests.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fg-role-'));
  server = await startEmbeddedPostgres({ dataDir: folder, log: createLogger('silent') });
  superuser = open();
});
afterAll(async () => {
  await superuser?.close();
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

const open = (options: { user?: string; database?: string; role?: string } = {}): Database =>
  openDatabase({
    address: { ...server.address, ...options },
    role: options.role,
    connections: 2,
    onError: () => undefined,
  });

const asSuperuser = async (...statements: string[]): Promise<void> => {
  for (const text of statements) await superuser.query({ text, values: [] });
};

it('works without the role if the owner cannot create roles or is a member who cannot use it', async () => {
  await asSuperuser(
    `CREATE ROLE plain LOGIN PASSWORD '${server.address.password}'`,
    'CREATE DATABASE plain OWNER plain',
  );
  const owner = open({ user: 'plain', database: 'plain' });
  await migrate(owner);
  expect(await findApplicationRole(owner)).toBeUndefined();
  await asSuperuser(
    'CREATE ROLE fairground_app NOLOGIN',
    'GRANT fairground_app TO plain WITH ADMIN TRUE, INHERIT FALSE, SET FALSE',
  );
  expect(await findApplicationRole(owner)).toBeUndefined();
  await owner.close();
  await asSuperuser('DROP ROLE fairground_app');
});

it('works under the role that an owner with CREATEROLE has created', async () => {
  await asSuperuser(
    `CREATE ROLE rented LOGIN CREATEROLE PASSWORD '${server.address.password}'`,
    'CREATE DATABASE rented OWNER rented',
  );
  const owner = open({ user: 'rented', database: 'rented' });
  await migrate(owner);
  const role = await findApplicationRole(owner);
  expect(role).toBe('fairground_app');
  await owner.close();
  const application = open({ user: 'rented', database: 'rented', role: 'fairground_app' });
  const count = { text: 'SELECT count(*) FROM transfer', values: [] };
  expect(await application.query(count)).toEqual([{ count: 0n }]);
  await expect(application.query({ text: 'DELETE FROM transfer', values: [] })).rejects.toThrow(
    'permission denied for table transfer',
  );
  await application.close();
});

describe('a site with a login of its own', () => {
  const loginPassword = 'a:password/of the@site';
  const settingsFor = (name: string, options: { hasOwner: boolean }) => {
    const { password } = server.address;
    const urlFor = (user: string, secret: string) =>
      urlOf({ ...server.address, user, password: encodeURIComponent(secret), database: name });
    return {
      databaseUrl: urlFor(`${name}_site`, loginPassword),
      databaseOwnerUrl: options.hasOwner ? urlFor(name, password) : null,
      databaseConnections: 4,
      databasePatience: 1,
      dataDir: folder,
      siteTimeZone: 'UTC',
    };
  };
  const addOwner = (name: string): Promise<void> =>
    asSuperuser(
      `CREATE ROLE ${name} LOGIN CREATEROLE PASSWORD '${server.address.password}'`,
      `CREATE DATABASE ${name} OWNER ${name}`,
    );
  const log = createLogger('silent');

  it('is created with the password of its address, by the owner of DATABASE_OWNER_URL', async () => {
    await asSuperuser('DROP DATABASE IF EXISTS rented', 'DROP ROLE IF EXISTS fairground_app');
    await addOwner('fair');
    for (const start of ['first', 'second']) {
      const site = await openSiteDatabase(settingsFor('fair', { hasOwner: true }), log);
      const [login] = await site.database.query<{ login: string; role: string; isOwner: boolean }>({
        text: `SELECT session_user AS login, current_user AS role,
            pg_has_role(session_user, 'fair', 'MEMBER') AS "isOwner"`,
        values: [],
      });
      expect(login, start).toEqual({ login: 'fair_site', role: 'fairground_app', isOwner: false });
      await site.stop();
    }
  });

  it('needs no owner while nothing is to be migrated, and names what is missing otherwise', async () => {
    const settings = settingsFor('fair', { hasOwner: false });
    await (await openSiteDatabase(settings, log)).stop();
    const owner = open({ user: 'fair', database: 'fair' });
    const [removed] = await owner.query<{ name: string }>({
      text: `DELETE FROM schema_migration WHERE name = (SELECT max(name) FROM schema_migration) RETURNING name`,
      values: [],
    });
    await owner.close();
    await expect(openSiteDatabase(settings, log)).rejects.toThrow(
      `The database lacks ${removed?.name}: run \`npm run migrate\``,
    );
  });

  it('refuses the owner as its login where DATABASE_OWNER_URL is set', async () => {
    const { databaseOwnerUrl, ...settings } = settingsFor('fair', { hasOwner: true });
    await asSuperuser('DROP DATABASE fair');
    await asSuperuser('CREATE DATABASE fair OWNER fair');
    await expect(
      openSiteDatabase({ ...settings, databaseOwnerUrl, databaseUrl: databaseOwnerUrl }, log),
    ).rejects.toThrow('DATABASE_URL logs in as the owner of the tables');
  });
});

describe('the embedded server', () => {
  const embedded = async (statement: string): Promise<unknown> => {
    const address = await allowApplicationLogin(server.address);
    const application = openDatabase({ address, connections: 1, onError: () => undefined });
    try {
      return await application.query({ text: statement, values: [] });
    } finally {
      await application.close();
    }
  };

  beforeAll(() => migrate(superuser));

  it.each([
    'RESET ROLE; DELETE FROM transfer',
    'SET ROLE postgres',
    'SET SESSION AUTHORIZATION postgres',
    `ALTER ROLE fairground_app SUPERUSER`,
    'ALTER TABLE transfer DISABLE TRIGGER ALL',
    'SET session_replication_role = replica',
    `COPY transfer TO PROGRAM 'true'`,
    `SELECT pg_read_file('postgresql.conf')`,
    'CREATE TABLE own (id int)',
    'UPDATE wallet SET coins = 1000000',
    'TRUNCATE operator_log',
    'DELETE FROM schema_migration',
  ])('refuses the application: %s', async (statement) => {
    await expect(embedded(statement)).rejects.toThrow(/permission denied|must be/);
  });

  it.each(['postgres', 'fairground_app'])('lets nobody in as %s without the password', async (user) => {
    const { password: _, ...address } = server.address;
    for (const password of ['', 'postgres']) {
      const client = openDatabase({
        address: { ...address, user, password },
        connections: 1,
        onError: () => undefined,
      });
      await expect(client.query({ text: 'SELECT 1', values: [] })).rejects.toThrow(
        /password authentication failed|client password must be/i,
      );
      await client.close();
    }
  });

  it('keeps passwords in a form that programs of Go can log in with', async () => {
    await allowApplicationLogin(server.address);
    const passwords = await superuser.query<{ password: string }>({
      text: `SELECT rolpassword AS password FROM pg_authid WHERE rolname IN ('postgres', 'fairground_app')`,
      values: [],
    });
    expect(passwords).toHaveLength(2);
    for (const { password } of passwords) expect(password).toMatch(/^SCRAM-SHA-256\$\d{4,}:/);
  });

  it('keeps the password in a file that only its user reads', async () => {
    expect((await stat(join(folder, 'postgres-password'))).mode & 0o777).toBe(0o600);
    expect(await readFile(join(folder, 'postgres', 'pg_hba.conf'), 'utf8')).not.toContain('trust');
  });
});

it('draws a password for a server with trust, and requires it afterwards', async () => {
  const old = await mkdtemp(join(tmpdir(), 'fg-trust-'));
  try {
    const first = await startEmbeddedPostgres({ dataDir: old, log: createLogger('silent') });
    await first.stop();
    await rm(join(old, 'postgres-password'));
    await writeFile(join(old, 'postgres', 'pg_hba.conf'), 'local all all trust\n');
    const second = await startEmbeddedPostgres({ dataDir: old, log: createLogger('silent') });
    expect(second.address.password).not.toBe(first.address.password);
    expect(await readFile(join(old, 'postgres', 'pg_hba.conf'), 'utf8')).toContain('scram-sha-256');
    await second.stop();
    await rm(join(old, 'postgres-password'));
    await expect(startEmbeddedPostgres({ dataDir: old, log: createLogger('silent') })).rejects.toThrow(
      /postgres-password is missing/,
    );
  } finally {
    await rm(old, { recursive: true, force: true });
  }
});
