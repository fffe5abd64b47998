/** The database of a site: its own PostgreSQL under the data folder, or an outside one; migrated, and opened as the application. */
import type { Logger } from 'pino';
import { openDatabase, type Database, type DatabaseAddress } from '../platform/database.ts';
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts';
import { findApplicationRole, migrate } from '../platform/migrate.ts';
import type { Settings } from '../platform/settings.ts';
import { setSiteZone } from './sql/zone.sql.ts';

export interface SiteDatabase {
  database: Database;
  stop(): Promise<void>;
}

export const openSiteDatabase = async (
  settings: Pick<Settings, 'databaseUrl' | 'dataDir' | 'siteTimeZone'>,
  log: Logger,
): Promise<SiteDatabase> => {
  const server =
    settings.databaseUrl === null
      ? await startEmbeddedPostgres({ dataDir: settings.dataDir, log })
      : undefined;
  const address: DatabaseAddress = server?.address ?? { connectionString: settings.databaseUrl ?? undefined };
  try {
    const role = await migrateAsOwner(address, log);
    const database = openDatabase({
      address,
      role,
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

const migrateAsOwner = async (address: DatabaseAddress, log: Logger): Promise<string | undefined> => {
  const owner = openDatabase({
    address,
    connections: 2,
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
