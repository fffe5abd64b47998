/**
 * Brings a database to the newest schema, forward only: the migrations of the core and those of each game, in the order
 * of docs/decisions/022-game-pages.md, and the functions and views that statements name, which are applied again when
 * their text or the list of games changes (src/ledger/README.md). Each migration is a transaction of its own, so that
 * the locks of one are not held during the next, and has one process at a time: any number of starting processes may
 * call it concurrently. One that creates an index CONCURRENTLY is a single statement, outside of a transaction. What a
 * migration may do is in games/test/migration-locks.db.test.ts.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { gameFolders } from '@fairground/games';
import { SchemaError, sqlState, type Database } from './database.ts';
import { applyViews, readViews, type ComposedView, type ViewSource } from './views.ts';

export interface MigrationSource extends ViewSource {
  /** Put before the names of the folder's migrations, with a slash; empty for the core. */
  prefix: string;
  migrations: URL;
  functions?: URL;
}

const root = new URL('../../../../../', import.meta.url);

export const siteSources: readonly MigrationSource[] = [
  {
    prefix: '',
    migrations: new URL('apps/server/schema/', root),
    functions: new URL('apps/server/src/ledger/functions/', root),
    views: new URL('apps/server/src/ledger/views.sql', root),
  },
  ...gameFolders.map((game) => ({
    prefix: game,
    migrations: new URL(`games/${game}/server/migrations/`, root),
    functions: new URL(`games/${game}/server/functions/`, root),
    views: new URL(`games/${game}/server/views.sql`, root),
  })),
];

type Query = Database['query'];
type Migrated = Pick<Database, 'query' | 'transaction'>;

/** Returns the names of what was applied now. Tables that are in use are tried again for a minute and a half. */
export const migrate = async (
  database: Migrated,
  sources = siteSources,
  maxLockAttempts?: number,
): Promise<string[]> =>
  run(database, await listMigrations(sources), await readFunctions(sources), maxLockAttempts);

/**
 * Applies exactly the migrations named, for rows that were written under an older schema. The functions of this
 * version, which may need a newer one, follow with `migrate`.
 */
export const migrateExactly = async (
  database: Migrated,
  names: readonly string[],
  sources = siteSources,
): Promise<string[]> => {
  const all = await listMigrations(sources);
  const unknown = names.filter((name) => !all.some((migration) => migration.name === name));
  if (unknown.length > 0) throw new Error(`there is no migration ${unknown.join(', ')}`);
  const { early } = await readFunctions(sources);
  return run(
    database,
    all.filter(({ name }) => names.includes(name)),
    { early, late: [], views: [] },
  );
};

/** Returns the names of what `migrate` would apply. Needs only the right to read `schema_migration`. */
export const findPending = async (
  { query }: Pick<Database, 'query'>,
  sources = siteSources,
): Promise<string[]> => {
  const state = await readState(query);
  const migrations = await listMigrations(sources);
  refuseChanged(migrations, state);
  const pending = migrations.filter(({ name }) => !state.applied.has(name));
  const change = await findChange(state, await readFunctions(sources));
  return [...pending.map(({ name }) => name), ...(change ? [change.name] : [])];
};

interface Migration {
  name: string;
  file: string;
  text: string;
  /** SHA-256 of the text without comments and spaces, which may change. */
  hash: string;
}

interface Functions {
  /** Texts that migrations need. */
  early: string[];
  late: string[];
  /** Made after all functions. */
  views: ComposedView[];
}

interface AppliedRow {
  name: string;
  hash: string;
  /** The version of the program that applied it. */
  version: string;
}

interface State {
  /** By name. */
  applied: ReadonlyMap<string, AppliedRow>;
  functions: AppliedRow | undefined;
}

/** The row of the functions is among those of the migrations, whose names begin with a number or a folder. */
const functionsName = 'functions';

const undefinedTable = '42P01';

const readState = async (query: Query): Promise<State> => {
  await refuseOtherSchema(query);
  try {
    const rows = await query<AppliedRow>({
      text: 'SELECT name, hash, version FROM schema_migration',
      values: [],
    });
    return {
      applied: new Map(rows.filter(({ name }) => name !== functionsName).map((row) => [row.name, row])),
      functions: rows.find(({ name }) => name === functionsName),
    };
  } catch (error) {
    if (sqlState(error) === undefinedTable) return { applied: new Map(), functions: undefined };
    throw error;
  }
};

/** Statements name most tables without a schema, and the functions name them as those of `public`. */
const refuseOtherSchema = async (query: Query): Promise<void> => {
  const [found] = await query<{ schema: string | null; login: string }>({
    text: `SELECT quote_ident(current_schema()) AS schema, quote_ident(session_user) AS login
      WHERE current_schema() IS DISTINCT FROM 'public'`,
    values: [],
  });
  if (!found) return;
  throw new SchemaError(
    `The login looks for tables in ${found.schema === null ? 'no schema' : `the schema ${found.schema}`} ` +
      `and not in public: run ALTER ROLE ${found.login} SET search_path = public`,
  );
};

/**
 * A change of a table waits for the statements that use it, and all later ones wait behind it: so it waits
 * briefly, and is tried again.
 */
const lockTimeoutMs = 500;
const lockPauseMs = 1_000;
const lockNotAvailable = '55P03';

const run = async (
  database: Migrated,
  migrations: readonly Migration[],
  functions: Functions,
  maxLockAttempts = 60,
): Promise<string[]> => {
  const state = await readState(database.query);
  // Most starts.
  const isMigrated =
    migrations.length === state.applied.size &&
    migrations.every(({ name, hash }) => state.applied.get(name)?.hash === hash);
  if (isMigrated && !(await findChange(state, functions))) return [];
  const applied: string[] = [];
  for (let attempts = 0; ;) {
    try {
      const step = await database.transaction((query) =>
        applyNext({ query, outside: database.query }, migrations, functions),
      );
      if (step === 'busy') {
        await pause(busyPauseMs);
        continue;
      }
      if (step.applied !== undefined) applied.push(step.applied);
      if (step.isLast) return applied;
      attempts = 0;
    } catch (error) {
      if (sqlState(error) !== lockNotAvailable) throw error;
      attempts += 1;
      if (attempts === maxLockAttempts) {
        throw new SchemaError(
          'A migration could not change a table, because transactions that use it do not end: see ' +
            'pg_stat_activity for the oldest, end it, and start again',
        );
      }
      await pause(lockPauseMs);
    }
  }
};

/** Any number that nobody else uses. */
const lockId = '3853314791062309107';
/**
 * Polled: an index that is created concurrently waits for every statement that has a snapshot, also
 * for one that waits for a lock.
 */
const busyPauseMs = 50;

/**
 * Applies the first pending migration or, once there is none, the functions; does nothing while another process does.
 */
const applyNext = async (
  { query, outside }: { query: Query; outside: Query },
  migrations: readonly Migration[],
  functions: Functions,
): Promise<{ applied?: string; isLast: boolean } | 'busy'> => {
  const execute = (text: string) => query({ text, values: [] });
  const [lock] = await query<{ is_ours: boolean }>({
    text: `SELECT pg_try_advisory_xact_lock(${lockId}) AS is_ours`,
    values: [],
  });
  if (lock?.is_ours !== true) return 'busy';
  await execute(`SET LOCAL lock_timeout = ${lockTimeoutMs}`);
  await execute(
    `CREATE TABLE IF NOT EXISTS schema_migration (
      name text COLLATE "C" PRIMARY KEY,
      hash text NOT NULL,
      version text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT clock_timestamp()
    )`,
  );
  const state = await readState(query);
  refuseUnknown(migrations, state.applied);
  refuseChanged(migrations, state);
  refuseInsertions(migrations, state.applied);
  const next = migrations.find(({ name }) => !state.applied.has(name));
  const change = next ? undefined : await findChange(state, functions);
  if (next || change) for (const text of functions.early) await execute(text);
  if (next) {
    if (/^(?!\s*--).*\bCONCURRENTLY\b/im.test(next.text)) await applyOutside(query, outside, next.text);
    else await execute(next.text);
    await record(query, { name: next.name, hash: next.hash, version: await readVersion() });
    return { applied: next.name, isLast: false };
  }
  if (!change) return { isLast: true };
  for (const text of functions.late) await execute(text);
  await applyViews(query, functions.views);
  await record(query, change.row);
  return { applied: change.name, isLast: true };
};

const record = async (query: Query, { name, hash, version }: AppliedRow): Promise<void> => {
  await query({
    text: `INSERT INTO schema_migration (name, hash, version) VALUES ($1, $2, $3)
      ON CONFLICT (name) DO UPDATE
      SET hash = excluded.hash, version = excluded.version, applied_at = clock_timestamp()`,
    values: [name, hash, version],
  });
};

/**
 * What is left of an attempt that failed is an index of that name which is not valid. The
 * transaction only keeps others out.
 */
const applyOutside = async (query: Query, outside: Query, text: string): Promise<void> => {
  const remains = await query<{ name: string }>({
    text: `SELECT indexrelid::regclass::text AS name FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
      WHERE NOT indisvalid AND relname = ANY (regexp_split_to_array($1, '[^a-z0-9_]+'))`,
    values: [text],
  });
  // A statement without parameters also closes the portal of the one before, whose snapshot would be waited for.
  await query({ text: 'SET LOCAL idle_in_transaction_session_timeout = 0', values: [] });
  for (const { name } of remains) await outside({ text: `DROP INDEX CONCURRENTLY ${name}`, values: [] });
  await outside({ text, values: [] });
};

/**
 * What is to be done about the functions, if anything: a process of an older version, which is started again while the
 * site is upgraded, leaves those of the newer one.
 */
const findChange = async (
  state: State,
  { early, late, views }: Functions,
): Promise<{ name: string; row: AppliedRow } | undefined> => {
  if (late.length + views.length === 0) return undefined;
  const hash = createHash('sha256')
    .update(JSON.stringify([early, late, views]))
    .digest('hex');
  if (state.functions?.hash === hash) return undefined;
  const version = await readVersion();
  if (compareVersions(version, state.functions?.version ?? '0') < 0) return undefined;
  return { name: `functions of ${version}`, row: { name: functionsName, hash, version } };
};

const readVersion = async (): Promise<string> => {
  const text = await readFile(new URL('package.json', root), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
};

const compareVersions = (one: string, other: string): number => {
  const [ones, others] = [one, other].map((version) => version.split('.').map(Number));
  for (let at = 0; at < 3; at += 1) {
    const difference = (ones?.[at] ?? 0) - (others?.[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
};

/** Files whose number is 00 are those that migrations need. */
const readFunctions = async (sources: readonly MigrationSource[]): Promise<Functions> => {
  const functions: Functions = { early: [], late: [], views: await readViews(sources) };
  for (const { functions: folder } of sources) {
    if (!folder) continue;
    for (const file of (await listFiles(folder, true)).sort()) {
      const text = await readFile(new URL(file, folder), 'utf8');
      (file.startsWith('00-') ? functions.early : functions.late).push(text);
    }
  }
  return functions;
};

/** In the order in which they are applied: the core's by number, then those of the games by folder and number. */
const listMigrations = async (sources: readonly MigrationSource[]): Promise<Migration[]> => {
  const ordered = [...sources].sort((one, other) => (one.prefix < other.prefix ? -1 : 1));
  return (await Promise.all(ordered.map(listSource))).flat();
};

const filePattern = /^(\d{4})-[a-z0-9-]+\.sql$/;

const listSource = async ({ prefix, migrations: folder }: MigrationSource): Promise<Migration[]> => {
  const files = (await listFiles(folder, prefix !== '')).sort();
  const numbers = files.map((file) => {
    const number = filePattern.exec(file)?.[1];
    if (number === undefined) throw new Error(`the migration ${file} is not named NNNN-what-it-does.sql`);
    return number;
  });
  const repeated = numbers.find((number, at) => numbers.indexOf(number) !== at);
  if (repeated !== undefined)
    throw new Error(`two migrations in ${prefix || 'the core'} have number ${repeated}`);
  return Promise.all(
    files.map(async (file) => {
      const name = file.replace(/\.sql$/, '');
      const url = new URL(file, folder);
      const text = await readFile(url, 'utf8');
      return {
        name: prefix === '' ? name : `${prefix}/${name}`,
        file: relative(process.cwd(), fileURLToPath(url)),
        text,
        hash: createHash('sha256')
          .update(text.replaceAll(/--.*|\s+/g, ''))
          .digest('hex'),
      };
    }),
  );
};

/** A game may have neither migrations nor functions; the core has migrations. */
const listFiles = async (folder: URL, mayBeMissing: boolean): Promise<string[]> => {
  try {
    return (await readdir(folder)).filter((name) => name.endsWith('.sql'));
  } catch (error) {
    if (mayBeMissing && (error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
};

const folderOf = (name: string): string => name.slice(0, name.lastIndexOf('/') + 1);

const refuseUnknown = (migrations: readonly Migration[], applied: State['applied']): void => {
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = [...applied.keys()].filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw new SchemaError(
      `The database has the migration ${unknown.join(', ')}, which this version does not know: start ` +
        'the version that applied it, or a newer one',
    );
  }
};

const refuseChanged = (migrations: readonly Migration[], { applied }: State): void => {
  const changed = migrations.find(({ name, hash }) => hash !== (applied.get(name)?.hash ?? hash));
  if (changed) {
    throw new SchemaError(
      `${changed.file} was changed after the database had applied it: undo that and write a new ` +
        'migration, or, if the data may go, start with a new database (without DATABASE_URL: delete the ' +
        'data folder)',
    );
  }
};

/**
 * Within a folder the order is that of the numbers: a new migration must have a higher number than all applied ones.
 */
const refuseInsertions = (migrations: readonly Migration[], applied: State['applied']): void => {
  migrations.forEach(({ name }, at) => {
    if (applied.has(name)) return;
    const later = migrations
      .slice(at + 1)
      .find((other) => applied.has(other.name) && folderOf(other.name) === folderOf(name));
    if (later) {
      throw new Error(
        `the migration ${name} comes before ${later.name}, which was applied: give it a higher number`,
      );
    }
  });
};
