/**
 * Migrates a database to the newest schema. Forward only; any number of starting processes may run it concurrently,
 * since the library takes an advisory lock. There are several folders of migrations: the core's, and one of each
 * game. Their order is that of docs/decisions/021-migrations-of-games.md.
 */
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { gameFolders } from '@fairground/games';
import { sql } from 'kysely';
import { Migrator, type Migration, type MigrationResultSet } from 'kysely/migration';
import { sqlState, type Executor } from './database.ts';

export interface MigrationSource {
  /** Put before the names of the folder's files, with a slash; empty for the core. */
  prefix: string;
  folder: URL;
}

/** The library applies them by name: first the core's, which begin with digits, then those of the games by folder. */
const siteSources: readonly MigrationSource[] = [
  { prefix: '', folder: new URL('../../../migrations/', import.meta.url) },
  ...gameFolders.map((game) => ({
    prefix: game,
    folder: new URL(`../../../../../games/${game}/server/migrations/`, import.meta.url),
  })),
];

/** Returns the names of the migrations that were applied now. */
export const migrate = (db: Executor, sources = siteSources): Promise<string[]> =>
  run(db, async () => readMigrations(sources));

/** Applies exactly the migrations named, for rows that were written under an older schema. */
export const migrateExactly = (
  db: Executor,
  names: readonly string[],
  sources = siteSources,
): Promise<string[]> =>
  run(db, async () => {
    const all = await readMigrations(sources);
    const unknown = names.filter((name) => all[name] === undefined);
    if (unknown.length > 0) throw new Error(`there is no migration ${unknown.join(', ')}`);
    return Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));
  });

/** The names of migrations that the database lacks. Needs no right but to read the list of those applied. */
export const findPending = async (db: Executor, sources = siteSources): Promise<string[]> => {
  const migrator = await createMigrator(db, () => readMigrations(sources));
  return (await migrator.getMigrations()).filter(({ executedAt }) => !executedAt).map(({ name }) => name);
};

type Migrations = Record<string, Migration>;

const createMigrator = async (db: Executor, readAll: () => Promise<Migrations>): Promise<Migrator> => {
  const migrations = await readAll();
  return new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    // A game that is added later has migrations before some that were applied: the order applies within a folder.
    allowUnorderedMigrations: true,
  });
};

/**
 * A change of a table waits for the statements that use it, and all later ones wait behind it: so it waits briefly, and is
 * tried again.
 */
const lockTimeoutMs = 2_000;
const maxLockAttempts = 30;
const lockPauseMs = 1_000;
const lockNotAvailable = '55P03';

const run = async (db: Executor, readAll: () => Promise<Migrations>): Promise<string[]> => {
  const migrator = await createMigrator(db, readAll);
  refuseInsertions((await migrator.getMigrations()).map(({ name, executedAt }) => ({ name, executedAt })));
  for (let attempt = 1; ; attempt += 1) {
    const { error, results }: MigrationResultSet = await migrator.migrateToLatest();
    if (!error) return (results ?? []).map((result) => result.migrationName);
    const isLocked = sqlState(error) === lockNotAvailable && attempt < maxLockAttempts;
    if (!isLocked) throw error instanceof Error ? error : new Error('a migration failed', { cause: error });
    await pause(lockPauseMs);
  }
};

const readMigrations = async (sources: readonly MigrationSource[]): Promise<Migrations> => {
  const entries = await Promise.all(sources.map(readSource));
  return Object.fromEntries(entries.flat());
};

const filePattern = /^(\d{4})-[a-z0-9-]+\.sql$/;

const readSource = async ({ prefix, folder }: MigrationSource): Promise<(readonly [string, Migration])[]> => {
  const files = (await readdir(folder).catch(ignoreMissing(prefix))).filter((name) => name.endsWith('.sql'));
  const numbers = files.map((file) => {
    const number = filePattern.exec(file)?.[1];
    if (number === undefined) throw new Error(`the migration ${file} is not named NNNN-what-it-does.sql`);
    return number;
  });
  const repeated = numbers.find((number, at) => numbers.indexOf(number) !== at);
  if (repeated !== undefined)
    throw new Error(`two migrations in ${prefix || 'the core'} have number ${repeated}`);
  return Promise.all(
    files.toSorted().map(async (file) => {
      const text = await readFile(new URL(file, folder), 'utf8');
      const migration: Migration = {
        async up(db) {
          await sql.raw(`SET LOCAL lock_timeout = ${lockTimeoutMs}`).execute(db);
          await sql.raw(text).execute(db);
        },
      };
      const name = file.replace(/\.sql$/, '');
      return [prefix === '' ? name : `${prefix}/${name}`, migration] as const;
    }),
  );
};

/** A game may have no migrations; the core always has some. */
const ignoreMissing =
  (prefix: string) =>
  (error: NodeJS.ErrnoException): string[] => {
    if (prefix !== '' && error.code === 'ENOENT') return [];
    throw error;
  };

const folderOf = (name: string): string => name.slice(0, name.lastIndexOf('/') + 1);

/** Within a folder the order is that of the numbers: a new migration must have a higher number than all applied ones. */
const refuseInsertions = (migrations: readonly { name: string; executedAt?: Date | undefined }[]): void => {
  migrations.forEach(({ name, executedAt }, at) => {
    if (executedAt) return;
    const later = migrations
      .slice(at + 1)
      .find((other) => other.executedAt && folderOf(other.name) === folderOf(name));
    if (later) {
      throw new Error(
        `the migration ${name} comes before ${later.name}, which was applied: give it a higher number`,
      );
    }
  });
};
