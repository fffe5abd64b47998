/** One PostgreSQL for a test run, with a migrated template: a separate database takes only milliseconds. */
import { randomBytes } from 'node:crypto';
import { access, constants, mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { DatabaseAddress } from '../src/platform/database/connection.ts';
import { openDatabase } from '../src/platform/database/database.ts';
import { startEmbeddedPostgres } from '../src/platform/database/embedded-postgres.ts';
import { createLogger } from '../src/platform/logger.ts';
import { migrate } from '../src/platform/database/migrate.ts';

const template = 'fairground_template';

/** No test on it is about what survives a power failure: tests that kill a database start their own. */
const settings = { fsync: 'off', full_page_writes: 'off', max_connections: '200' };

export const startSharedPostgres = async () => {
  const dataDir = await makeFolder();
  const server = await startEmbeddedPostgres({ dataDir, log: createLogger('warn'), settings });
  await asOwner(server.address, `CREATE DATABASE ${template}`);
  const database = openDatabase({
    address: { ...server.address, database: template },
    connections: 1,
    onError: () => undefined,
  });
  await migrate(database);
  await database.close();
  return {
    address: { ...server.address } satisfies DatabaseAddress,
    async stop() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};

export type SharedPostgres = Awaited<ReturnType<typeof startSharedPostgres>>;

const folderPrefix = 'fairground-test-';
const inMemory = '/dev/shm';
const requiredBytes = 2 * 1024 ** 3;

/**
 * In memory where there is room: a database is copied there in a tenth of the time. A run that was killed leaves its
 * folder behind, which the next one removes.
 */
const makeFolder = async (): Promise<string> => {
  const parent = (await hasRoom(inMemory)) ? inMemory : tmpdir();
  for (const name of await readdir(parent)) {
    const [, pid] = new RegExp(`^${folderPrefix}(\\d+)-`).exec(name) ?? [];
    if (pid !== undefined && !isRunning(Number(pid)))
      await rm(join(parent, name), { recursive: true, force: true });
  }
  return mkdtemp(join(parent, `${folderPrefix}${process.pid}-`));
};

const hasRoom = async (folder: string): Promise<boolean> => {
  try {
    await access(folder, constants.W_OK);
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize >= requiredBytes;
  } catch {
    return false;
  }
};

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Without `isEmpty` and `icuLocale`, it has the newest schema. */
export const addDatabase = async (
  server: DatabaseAddress,
  { isEmpty = false, icuLocale }: { isEmpty?: boolean; icuLocale?: string | undefined } = {},
): Promise<DatabaseAddress> => {
  const name = `t_${randomBytes(8).toString('hex')}`;
  // Copying files takes a quarter of the time of copying through the write-ahead log.
  const source = isEmpty ? '' : ` TEMPLATE ${template} STRATEGY FILE_COPY`;
  if (icuLocale !== undefined) {
    const locale = `LOCALE_PROVIDER icu ICU_LOCALE '${icuLocale}' LOCALE 'C'`;
    await asOwner(server, `CREATE DATABASE ${name} TEMPLATE template0 ${locale}`);
    return { ...server, database: name };
  }
  await asOwner(server, `CREATE DATABASE ${name}${source}`);
  return { ...server, database: name };
};

export const dropDatabase = (address: DatabaseAddress): Promise<void> =>
  asOwner(address, `DROP DATABASE IF EXISTS ${address.database} WITH (FORCE)`);

/** The connection string of an address, for settings. */
export const urlOf = ({ host, port, user, password, database }: DatabaseAddress): string =>
  `postgresql://${user}:${password}@localhost:${port}/${database}?host=${encodeURIComponent(host ?? '')}`;

const asOwner = async (address: DatabaseAddress, sql: string): Promise<void> => {
  const client = new pg.Client({ ...address, database: 'postgres' });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
};
