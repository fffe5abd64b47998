/** I5 on servers whose owner is not a superuser, as on hosted ones: the role that cannot change transfers. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase, type Database } from '../../src/platform/postgres/database.ts';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../src/platform/postgres/embedded-postgres.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { findApplicationRole, migrate } from '../../src/platform/postgres/migrate.ts';

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
  await asSuperuser('CREATE ROLE plain LOGIN', 'CREATE DATABASE plain OWNER plain');
  const owner = open({ user: 'plain', database: 'plain' });
  await migrate(owner.kysely);
  expect(await findApplicationRole(owner.kysely)).toBeUndefined();
  await asSuperuser(
    'CREATE ROLE fairground_app NOLOGIN',
    'GRANT fairground_app TO plain WITH ADMIN TRUE, INHERIT FALSE, SET FALSE',
  );
  expect(await findApplicationRole(owner.kysely)).toBeUndefined();
  await owner.close();
  await asSuperuser('DROP ROLE fairground_app');
});

it('works under the role that an owner with CREATEROLE has created', async () => {
  await asSuperuser('CREATE ROLE rented LOGIN CREATEROLE', 'CREATE DATABASE rented OWNER rented');
  const owner = open({ user: 'rented', database: 'rented' });
  await migrate(owner.kysely);
  const role = await findApplicationRole(owner.kysely);
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
