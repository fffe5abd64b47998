/**
 * A migrated database for the generator, on a separate embedded server whose folder stays under
 * node_modules/.cache. The database is made again when a migration, a function or a view changes.
 */
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openDatabase } from '../../apps/server/src/platform/database/database.ts';
import { EmbeddedPostgresError } from '../../apps/server/src/platform/database/embedded-postgres-lock.ts';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../apps/server/src/platform/database/embedded-postgres.ts';
import { createLogger } from '../../apps/server/src/platform/logger.ts';
import { migrate } from '../../apps/server/src/platform/database/migrate.ts';

/** The database can be made again: nothing waits for the disk. */
const notDurable = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
const cacheFolder = new URL('../../node_modules/.cache/sql/', import.meta.url).pathname;
const root = new URL('../../', import.meta.url);

export const openCheckDatabase = async () => {
  const { server, remove } = await startServer();
  const name = `check_${await hashSchema()}`;
  const admin = new pg.Client({ ...server.address, database: 'postgres' });
  await admin.connect();
  const { rows } = await admin.query<{ datname: string }>(
    `SELECT datname FROM pg_database WHERE datname LIKE 'check\\_%'`,
  );
  if (!rows.some((row) => row.datname === name)) {
    for (const row of rows) await admin.query(`DROP DATABASE ${row.datname}`);
    await makeDatabase(admin, server, name);
  }
  await admin.end();
  const client = new pg.Client({ ...server.address, database: name });
  await client.connect();
  return {
    client,
    async close() {
      await client.end();
      await server.stop();
      remove();
    },
  };
};

export type CheckDatabase = Awaited<ReturnType<typeof openCheckDatabase>>;

/** Under a temporary name until it is migrated: an interrupted run leaves nothing that looks complete. */
const makeDatabase = async (admin: pg.Client, server: EmbeddedPostgres, name: string): Promise<void> => {
  await admin.query(`DROP DATABASE IF EXISTS migrating`);
  await admin.query(`CREATE DATABASE migrating`);
  const database = openDatabase({
    address: { ...server.address, database: 'migrating' },
    connections: 1,
    onError: (error) => {
      throw error;
    },
  });
  await migrate(database);
  await database.close();
  await admin.query(`ALTER DATABASE migrating RENAME TO ${name}`);
};

/** Where another check is running on the cached folder, a temporary one serves. */
const startServer = async (): Promise<{ server: EmbeddedPostgres; remove: () => void }> => {
  const log = createLogger('warn');
  mkdirSync(cacheFolder, { recursive: true });
  try {
    const server = await startEmbeddedPostgres({ dataDir: cacheFolder, log, settings: notDurable });
    return { server, remove: () => undefined };
  } catch (error) {
    if (!(error instanceof EmbeddedPostgresError)) throw error;
    const dataDir = mkdtempSync(join(tmpdir(), 'fairground-sql-'));
    const server = await startEmbeddedPostgres({ dataDir, log, settings: notDurable });
    return { server, remove: () => rmSync(dataDir, { recursive: true, force: true }) };
  }
};

const hashSchema = async (): Promise<string> => {
  const hash = createHash('sha256');
  const files = globSync(
    [
      'apps/server/schema/*.sql',
      'apps/server/src/ledger/functions/*.sql',
      'games/*/server/{migrations,functions}/*.sql',
      '{apps/server/src/ledger,games/*/server}/views.sql',
    ],
    { cwd: root.pathname },
  );
  for (const name of [...files, 'games/index.ts'].sort()) {
    hash.update(name).update(await readFile(new URL(name, root)));
  }
  return hash.digest('hex').slice(0, 24);
};
