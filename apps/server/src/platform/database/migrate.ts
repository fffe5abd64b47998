/**
 * Migrates a database to the newest schema. Forward only; any number of starting processes may run it concurrently,
 * since the library takes an advisory lock. There are several folders of migrations: the core's, and one of each
 * game. Their order is that of docs/decisions/022-game-pages.md.
 */
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { gameFolders } from '@fairground/games';
import type { Migration, MigrationResultSet, Migrator } from 'kysely/migration';
import { sqlState, type Database, type Executor } from './database.ts';

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

type Migrated = Pick<Database, 'query' | 'kysely'>;

/** Returns the names of the migrations that were applied now. */
export const migrate = async (database: Migrated, sources = siteSources): Promise<string[]> =>
  run(database, await findMigrations(sources));

/** Applies exactly the migrations named, for rows that were written under an older schema. */
export const migrateExactly = async (
  database: Migrated,
  names: readonly string[],
  sources = siteSources,
): Promise<string[]> => {
  const all = await findMigrations(sources);
  const unknown = names.filter((name) => all[name] === undefined);
  if (unknown.length > 0) throw new Error(`there is no migration ${unknown.join(', ')}`);
  return run(database, Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name))));
};

/** The names of migrations that the database lacks. Needs no right but to read the list of those applied. */
export const findPending = async (
  { query }: Pick<Database, 'query'>,
  sources = siteSources,
): Promise<string[]> => {
  const applied = await readApplied(query);
  return Object.keys(await findMigrations(sources)).filter((name) => !applied.has(name));
};

const undefinedTable = '42P01';

/** The library's own list; a new database has none. */
const readApplied = async (query: Database['query']): Promise<ReadonlySet<string>> => {
  try {
    const rows = await query<{ name: string }>({ text: 'SELECT name FROM kysely_migration', values: [] });
    return new Set(rows.map(({ name }) => name));
  } catch (error) {
    if (sqlState(error) === undefinedTable) return new Set();
    throw error;
  }
};

/** By name, in no particular order. */
type Migrations = Record<string, Migration>;

const createMigrator = async (db: Executor, migrations: Migrations): Promise<Migrator> => {
  const { Migrator } = await import('kysely/migration');
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

const run = async (database: Migrated, migrations: Migrations): Promise<string[]> => {
  const applied = await readApplied(database.query);
  const names = Object.keys(migrations);
  // Most starts: the library, a sixth of the site's modules, is not even loaded.
  if (names.length === applied.size && names.every((name) => applied.has(name))) return [];
  const migrator = await createMigrator(await database.kysely(), migrations);
  refuseInsertions((await migrator.getMigrations()).map(({ name, executedAt }) => ({ name, executedAt })));
  for (let attempt = 1; ; attempt += 1) {
    const { error, results }: MigrationResultSet = await migrator.migrateToLatest();
    if (!error) return (results ?? []).map((result) => result.migrationName);
    const isLocked = sqlState(error) === lockNotAvailable && attempt < maxLockAttempts;
    if (!isLocked) throw error instanceof Error ? error : new Error('a migration failed', { cause: error });
    await pause(lockPauseMs);
  }
};

const findMigrations = async (sources: readonly MigrationSource[]): Promise<Migrations> => {
  const entries = await Promise.all(sources.map(listSource));
  return Object.fromEntries(entries.flat());
};

const filePattern = /^(\d{4})-[a-z0-9-]+\.sql$/;

const listSource = async ({ prefix, folder }: MigrationSource): Promise<(readonly [string, Migration])[]> => {
  const files = (await readdir(folder).catch(ignoreMissing(prefix))).filter((name) => name.endsWith('.sql'));
  const numbers = files.map((file) => {
    const number = filePattern.exec(file)?.[1];
    if (number === undefined) throw new Error(`the migration ${file} is not named NNNN-what-it-does.sql`);
    return number;
  });
  const repeated = numbers.find((number, at) => numbers.indexOf(number) !== at);
  if (repeated !== undefined)
    throw new Error(`two migrations in ${prefix || 'the core'} have number ${repeated}`);
  return files.map((file) => {
    const migration: Migration = {
      async up(db) {
        const { sql } = await import('kysely');
        const text = await readFile(new URL(file, folder), 'utf8');
        await sql.raw(`SET LOCAL lock_timeout = ${lockTimeoutMs}`).execute(db);
        await sql.raw(text).execute(db);
      },
    };
    const name = file.replace(/\.sql$/, '');
    return [prefix === '' ? name : `${prefix}/${name}`, migration] as const;
  });
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
