/**
 * Brings a database to the newest schema. Forward only; any number of starting processes may run
 * it at once, since the library takes an advisory lock.
 */
import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { Migrator, type Migration, type MigrationResultSet } from 'kysely/migration';
import type { Executor } from './database.ts';

const folder = new URL('../../migrations/', import.meta.url);

const readMigrations = async (): Promise<Record<string, Migration>> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const entries = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8');
      const migration: Migration = {
        async up(db) {
          await sql.raw(text).execute(db);
        },
      };
      return [name.replace(/\.sql$/, ''), migration] as const;
    }),
  );
  return Object.fromEntries(entries);
};

/** Returns the names of the migrations that were applied now. */
export const migrate = (db: Executor): Promise<string[]> => run(db, (migrator) => migrator.migrateToLatest());

/** The same up to the one named, for rows that were written under an older schema. */
export const migrateTo = (db: Executor, name: string): Promise<string[]> =>
  run(db, (migrator) => migrator.migrateTo(name));

const run = async (
  db: Executor,
  apply: (migrator: Migrator) => Promise<MigrationResultSet>,
): Promise<string[]> => {
  const { error, results } = await apply(new Migrator({ db, provider: { getMigrations: readMigrations } }));
  if (error) throw error instanceof Error ? error : new Error('a migration failed', { cause: error });
  return (results ?? []).map((result) => result.migrationName);
};

/** The role that the program works under, where the server has it. Since PostgreSQL 16 a member need not be allowed to. */
export const findApplicationRole = async (db: Executor): Promise<string | undefined> => {
  const { rows } = await sql<{ usable: boolean }>`
    SELECT CASE WHEN current_setting('server_version_num')::int >= 160000
        THEN pg_has_role(current_user, oid, 'SET')
        ELSE pg_has_role(current_user, oid, 'MEMBER')
      END AS usable
    FROM pg_roles WHERE rolname = 'fairground_app'`.execute(db);
  return rows[0]?.usable ? 'fairground_app' : undefined;
};
