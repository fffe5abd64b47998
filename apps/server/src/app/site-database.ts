/** The database of a site: its own PostgreSQL under the data folder, or an outside one; migrated, and opened as the application. */
import type { Logger } from 'pino';
import { ArchiveError, isUnfinished } from '../platform/postgres/archive.ts';
import { openDatabase, type Database, type DatabaseAddress } from '../platform/postgres/database.ts';
import { startEmbeddedPostgres } from '../platform/postgres/embedded-postgres.ts';
import { findApplicationRole, migrate } from '../platform/postgres/migrate.ts';
import type { Settings } from '../platform/settings.ts';
import { setSiteZone } from './sql/zone.sql.ts';

export interface SiteDatabase {
  database: Database;
  stop(): Promise<void>;
}

export const openSiteDatabase = async (
  settings: Pick<Settings, 'databaseUrl' | 'databaseConnections' | 'dataDir' | 'siteTimeZone'>,
  log: Logger,
): Promise<SiteDatabase> => {
  const server =
    settings.databaseUrl === null
      ? await startEmbeddedPostgres({ dataDir: settings.dataDir, log })
      : undefined;
  const address: DatabaseAddress = server?.address ?? { connectionString: settings.databaseUrl ?? undefined };
  try {
    await refuseUnfinished(address);
    const role = await migrateAsOwner(address, log);
    const database = openDatabase({
      address,
      role,
      connections: settings.databaseConnections,
      onError: (error) => log.warn({ err: error }, 'a database connection broke'),
    });
    await setSiteZone.run(database.query, { zone: settings.siteTimeZone });
    return {
      database,
      async stop() {
        await database.close();
        await server?.stop();
      },
    };
  } catch (error) {
    await server?.stop();
    throw error;
  }
};

/** A start has no players who wait: it gives a slow server more time than a call does. */
const startWithinMs = 15_000;

/** What a restore leaves until fairness was restarted; the table goes with that. */
const refuseUnfinished = async (address: DatabaseAddress): Promise<void> => {
  const owner = openDatabase({
    address,
    connections: 1,
    connectWithinMs: startWithinMs,
    onError: () => undefined,
  });
  try {
    if (await isUnfinished(owner.query)) {
      throw new ArchiveError(
        'This database was restored, and its restore was not finished: run `npm run admin -- fairness restart` first',
      );
    }
  } finally {
    await owner.close();
  }
};

const migrateAsOwner = async (address: DatabaseAddress, log: Logger): Promise<string | undefined> => {
  const owner = openDatabase({
    address,
    connections: 2,
    connectWithinMs: startWithinMs,
    onError: (error) => log.warn({ err: error }, 'a database connection broke'),
  });
  try {
    const applied = await migrate(owner.kysely);
    if (applied.length > 0) log.info({ migrations: applied }, 'the database was brought up to date');
    const role = await findApplicationRole(owner.kysely);
    if (role === undefined) {
      log.warn(
        'the database role fairground_app is missing or may not be used: only the trigger keeps transfers from being changed',
      );
    }
    return role;
  } finally {
    await owner.close();
  }
};
