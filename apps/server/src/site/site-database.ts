/**
 * The database of a site: its own PostgreSQL under the data folder, or an outside one; migrated,
 * and opened as the application.
 */
import type { Logger } from 'pino';
import { ArchiveError, isUnfinished } from '../platform/database/archive.ts';
import {
  canOwnTables,
  DatabaseRoleError,
  describeConnectionLimit,
  findApplicationRole,
  prepareLogin,
  requireSessionSettings,
} from '../platform/database/database-roles.ts';
import { describeCollationChange } from '../platform/database/collation.ts';
import type { DatabaseAddress } from '../platform/database/connection.ts';
import {
  applicationRole,
  callLimits,
  openDatabase,
  operatorLimits,
  type Database,
  type DatabaseLimits,
} from '../platform/database/database.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../platform/database/embedded-postgres.ts';
import { allowApplicationLogin } from '../platform/database/embedded-postgres-passwords.ts';
import { findPending, migrate } from '../platform/database/migrate.ts';
import { usesPooler } from '../platform/database/connection.ts';
import type { Settings } from '../platform/settings.ts';
import type { SiteZone } from '../platform/time-zone.ts';
import { openSiteZone } from './site-zone.ts';

export interface SiteDatabase {
  database: Database;
  zone: SiteZone;
  stop(): Promise<void>;
}

type DatabaseSettings = Pick<
  Settings,
  'databaseUrl' | 'databaseOwnerUrl' | 'databaseConnections' | 'databasePatience' | 'dataDir' | 'siteTimeZone'
>;

/** What the site logs in as, and the role it then works under. */
interface Login {
  address: DatabaseAddress;
  role?: string | undefined;
  isPooled?: boolean;
}

export const openSiteDatabase = async (
  settings: DatabaseSettings,
  log: Logger,
  limits: DatabaseLimits = {},
): Promise<SiteDatabase> => {
  const { databaseUrl } = settings;
  const server =
    databaseUrl === null ? await startEmbeddedPostgres({ dataDir: settings.dataDir, log }) : undefined;
  try {
    const login = server
      ? await prepareEmbedded(server, log)
      : await prepareServer({ ...settings, databaseUrl: databaseUrl ?? '' }, log);
    const zone = await connect(login, log, async ({ query }) => {
      const warnings = [
        await describeCollationChange(query),
        // A pooler has limits of its own.
        login.isPooled === true
          ? undefined
          : await describeConnectionLimit({ query }, settings.databaseConnections),
      ];
      for (const warning of warnings) if (warning !== undefined) log.warn(warning);
      return openSiteZone(query, settings.siteTimeZone, log);
    });
    const database = openDatabase({
      ...login,
      ...callLimits(settings.databasePatience),
      ...limits,
      connections: settings.databaseConnections,
      onError: (error) => log.warn({ err: error }, 'a database connection broke'),
    });
    return {
      database,
      zone,
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

const prepareEmbedded = async (server: EmbeddedPostgres, log: Logger): Promise<Login> => {
  await connect({ address: server.address }, log, (owner) => migrateAsOwner(owner, log));
  return { address: await allowApplicationLogin(server.address), role: applicationRole };
};

const prepareServer = async (
  { databaseUrl, databaseOwnerUrl }: DatabaseSettings & { databaseUrl: string },
  log: Logger,
): Promise<Login> => {
  if (databaseOwnerUrl !== null) {
    await connect({ address: { connectionString: databaseOwnerUrl } }, log, async (owner) => {
      await migrateAsOwner(owner, log);
      await prepareLogin(owner, databaseUrl);
    });
  }
  const address = { connectionString: databaseUrl };
  const isPooled = await usesPooler(address, operatorLimits.connectWithinMs);
  const role = await connect({ address, isPooled }, log, async (login) => {
    if (isPooled) await requireSessionSettings(login);
    if (!(await canOwnTables(login))) await requireMigrated(login);
    else if (databaseOwnerUrl !== null) {
      throw new DatabaseRoleError(
        'DATABASE_URL logs in as the owner of the tables although DATABASE_OWNER_URL is set: give it a ' +
          'login of its own',
      );
    } else {
      await migrateAsOwner(login, log);
      log.warn('DATABASE_URL logs in as the owner of the tables: see "Roles" in docs/operations/database.md');
    }
    return findApplicationRole(login);
  });
  if (role === undefined) {
    log.warn(
      'the database role fairground_app is missing or may not be used: only the trigger keeps ' +
        'transfers from being changed',
    );
  }
  return { address, role, isPooled };
};

/** What a restore leaves until fairness was restarted; the table goes with that. */
const refuseUnfinished = async ({ query }: Database): Promise<void> => {
  if (await isUnfinished(query)) {
    throw new ArchiveError(
      'This database was restored, and its restore was not finished: run `npm run admin -- fairness restart` first',
    );
  }
};

const migrateAsOwner = async (owner: Database, log: Logger): Promise<void> => {
  await refuseUnfinished(owner);
  const applied = await migrate(owner);
  if (applied.length > 0) log.info({ migrations: applied }, 'the database was brought up to date');
};

const requireMigrated = async (login: Database): Promise<void> => {
  await refuseUnfinished(login);
  const pending = await findPending(login);
  if (pending.length > 0) {
    throw new DatabaseRoleError(
      `The database lacks ${pending.join(', ')}: run \`npm run migrate\` with DATABASE_OWNER_URL first`,
    );
  }
};

/** For what a start does: it has no players who wait. */
const connect = async <Result>(
  { address, role, isPooled }: Login,
  log: Logger,
  work: (database: Database) => Promise<Result>,
): Promise<Result> => {
  const database = openDatabase({
    address,
    role,
    connections: 2,
    isPooled: isPooled === true || 'perhaps',
    ...operatorLimits,
    onError: (error) => log.warn({ err: error }, 'a database connection broke'),
  });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
};
