/**
 * The order of migrations: a new database, one of an older site, a game that is added later, one that was removed; and
 * the functions that are applied with them.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { openDatabase, type Database } from './database.ts';
import { findPending, migrate, migrateExactly, type MigrationSource } from './migrate.ts';
import { plainLine } from '../plain-error.ts';

let folder: string;
let name: string;
let database: Database;

const asOwner = async (sql: string): Promise<void> => {
  const client = new pg.Client({ ...inject('databaseAddress'), database: 'postgres' });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fairground-migrations-'));
  name = `t_${randomBytes(8).toString('hex')}`;
  await asOwner(`CREATE DATABASE ${name}`);
  const address = { ...inject('databaseAddress'), database: name };
  database = openDatabase({ address, connections: 3, onError: () => undefined });
});
afterEach(async () => {
  await database.close();
  await asOwner(`DROP DATABASE ${name} WITH (FORCE)`);
  await rm(folder, { recursive: true });
});

/** Creates one table per migration, with its name. */
const write = async (source: string, ...files: string[]): Promise<void> => {
  await mkdir(join(folder, source), { recursive: true });
  for (const file of files) {
    await writeFile(join(folder, source, `${file}.sql`), `CREATE TABLE "${source}_${file}" (id integer)`);
  }
};
const sourcesOf = (...games: string[]): MigrationSource[] =>
  ['', ...games].map((prefix) => ({
    prefix,
    migrations: pathToFileURL(`${join(folder, prefix || 'core')}/`),
    functions: pathToFileURL(`${join(folder, prefix || 'core', 'functions')}/`),
  }));
const applied = async (): Promise<string[]> =>
  (
    await database.query<{ name: string }>({
      text: `SELECT name FROM schema_migration WHERE name <> 'functions'`,
      values: [],
    })
  ).map((row) => row.name);

it('applies the migrations of the core by number to a new database, then those of the games by folder', async () => {
  await write('core', '0002-more', '0001-first');
  await write('zebra', '0001-tables');
  await write('ape', '0001-tables', '0002-index');
  expect(await migrate(database, sourcesOf('zebra', 'ape'))).toEqual([
    '0001-first',
    '0002-more',
    'ape/0001-tables',
    'ape/0002-index',
    'zebra/0001-tables',
  ]);
  expect(await migrate(database, sourcesOf('zebra', 'ape'))).toEqual([]);
});

it('adds a game and a migration of the core to a database with later migrations', async () => {
  await write('core', '0001-first');
  await write('zebra', '0001-tables');
  await migrate(database, sourcesOf('zebra'));
  await write('core', '0002-more');
  await write('ape', '0001-tables');
  expect(await migrate(database, sourcesOf('ape', 'zebra'))).toEqual(['0002-more', 'ape/0001-tables']);
});

it('refuses a database with a migration that is missing', async () => {
  await write('core', '0001-first', '0002-more');
  await write('zebra', '0001-tables');
  await migrate(database, sourcesOf('zebra'));
  await expect(migrate(database, sourcesOf())).rejects.toThrow('zebra/0001-tables');
  await rm(join(folder, 'core', '0001-first.sql'));
  await expect(migrate(database, sourcesOf('zebra'))).rejects.toThrow('0001-first');
});

it('refuses a migration that precedes an applied one of its folder', async () => {
  await write('core', '0001-first');
  await write('zebra', '0002-tables');
  await migrate(database, sourcesOf('zebra'));
  await write('zebra', '0001-forgotten');
  await expect(migrate(database, sourcesOf('zebra'))).rejects.toThrow(
    'zebra/0001-forgotten comes before zebra/0002-tables, which was applied',
  );
  expect(await applied()).toEqual(['0001-first', 'zebra/0002-tables']);
});

describe('a migration that was applied', () => {
  const rewrite = (text: string) => writeFile(join(folder, 'zebra', '0001-tables.sql'), text);
  beforeEach(async () => {
    await write('core', '0001-first');
    await write('zebra', '0001-tables');
    await migrate(database, sourcesOf('zebra'));
  });

  it('is refused in one line once its statements have changed', async () => {
    await rewrite('CREATE TABLE "zebra_0001-tables" (id bigint)');
    const refusals = [migrate, findPending].map((start) =>
      start(database, sourcesOf('zebra')).catch((error: unknown) => plainLine(error)),
    );
    const line = expect.stringMatching(
      /zebra\/0001-tables\.sql was changed after the database had applied it: undo that/,
    );
    expect(await Promise.all(refusals)).toEqual([line, line]);
  });

  it('may get other comments and spaces', async () => {
    await rewrite('-- Stripes.\nCREATE TABLE "zebra_0001-tables"\n  (id integer)\n');
    expect(await migrate(database, sourcesOf('zebra'))).toEqual([]);
  });
});

it.each([
  [['0001-first', '0001-again'], 'two migrations in the core have number 0001'],
  [['1-first'], 'is not named NNNN-what-it-does.sql'],
])('refuses files named %j', async (files, message) => {
  await write('core', ...files);
  await expect(migrate(database, sourcesOf())).rejects.toThrow(message);
});

it('applies exactly the migrations that an archive names', async () => {
  await write('core', '0001-first', '0002-more');
  await write('zebra', '0001-tables');
  await write('ape', '0001-tables');
  const sources = sourcesOf('zebra', 'ape');
  const names = ['0001-first', 'ape/0001-tables'];
  expect(await migrateExactly(database, names, sources)).toEqual(names);
  await expect(migrateExactly(database, [...names, 'yak/0001-tables'], sources)).rejects.toThrow(
    'there is no migration yak/0001-tables',
  );
  expect(await migrate(database, sources)).toEqual(['0002-more', 'zebra/0001-tables']);
});

describe('functions', () => {
  const writeFunction = async (source: string, file: string, text: string): Promise<void> => {
    await mkdir(join(folder, source, 'functions'), { recursive: true });
    await writeFile(join(folder, source, 'functions', `${file}.sql`), text);
  };
  const answering = (name: string, answer: number) =>
    `CREATE OR REPLACE FUNCTION ledger.${name}() RETURNS integer LANGUAGE sql RETURN ${answer}`;
  const answers = async (): Promise<unknown> => {
    const text = 'SELECT ledger.early() AS early, ledger.late() AS late, ledger.of_game() AS of_game';
    return (await database.query({ text, values: [] }))[0];
  };
  const applies = expect.stringMatching(/^functions of \d+\.\d+\.\d+$/);

  beforeEach(async () => {
    await write('core', '0001-first');
    await writeFunction('core', '00-early', `CREATE SCHEMA IF NOT EXISTS ledger; ${answering('early', 1)}`);
    await writeFunction('core', '01-late', answering('late', 2));
    await mkdir(join(folder, 'zebra'), { recursive: true });
    await writeFile(
      join(folder, 'zebra', '0001-tables.sql'),
      'CREATE TABLE zebra AS SELECT ledger.early() AS id',
    );
    await writeFunction('zebra', 'of-game', answering('of_game', 3));
  });

  it('are applied once, those that migrations call before these and the others after them', async () => {
    const sources = sourcesOf('zebra');
    expect(await findPending(database, sources)).toEqual(['0001-first', 'zebra/0001-tables', applies]);
    const names = await Promise.all([1, 2, 3].map(() => migrate(database, sources)));
    expect(names.flat().toSorted()).toEqual(['0001-first', applies, 'zebra/0001-tables']);
    expect(await applied()).toEqual(['0001-first', 'zebra/0001-tables']);
    expect(await answers()).toEqual({ early: 1, late: 2, of_game: 3 });
    expect(await findPending(database, sources)).toEqual([]);
  });

  it('are applied again when their text has changed', async () => {
    await migrate(database, sourcesOf('zebra'));
    await writeFunction('core', '01-late', answering('late', 20));
    expect(await findPending(database, sourcesOf('zebra'))).toEqual([applies]);
    expect(await migrate(database, sourcesOf('zebra'))).toEqual([applies]);
    expect(await answers()).toEqual({ early: 1, late: 20, of_game: 3 });
  });

  it('of a newer version are left by a process of an older one', async () => {
    await migrate(database, sourcesOf('zebra'));
    const text = `UPDATE schema_migration SET version = '999.0.0', hash = '' WHERE name = 'functions'`;
    await database.query({ text, values: [] });
    await writeFunction('core', '01-late', answering('late', 20));
    expect(await migrate(database, sourcesOf('zebra'))).toEqual([]);
    expect(await answers()).toEqual({ early: 1, late: 2, of_game: 3 });
  });

  it('of this version are not applied to the older schema of an archive', async () => {
    const names = ['0001-first', 'zebra/0001-tables'];
    expect(await migrateExactly(database, names, sourcesOf('zebra'))).toEqual(names);
    await expect(answers()).rejects.toThrow('function ledger.late() does not exist');
    expect(await migrate(database, sourcesOf('zebra'))).toEqual([applies]);
  });
});

describe('F20: a table that is in use', () => {
  let user: pg.Client;
  beforeEach(async () => {
    await write('core', '0001-first');
    await migrate(database, sourcesOf());
    user = new pg.Client({ ...inject('databaseAddress'), database: name });
    await user.connect();
    await user.query('BEGIN');
    await user.query('SELECT FROM "core_0001-first"');
  });
  afterEach(() => user.end());
  const add = (file: string, text: string) => writeFile(join(folder, 'core', `${file}.sql`), text);
  const waiting = async (statement: string) => {
    const text = `SELECT FROM pg_stat_activity
      WHERE datname = $1 AND wait_event_type = 'Lock' AND query LIKE $2`;
    return (await database.query({ text, values: [name, `${statement}%`] })).length;
  };
  const pollLimit = { timeout: 200_000 };

  it('is waited for briefly, and tried again', async () => {
    await add('0002-column', 'ALTER TABLE "core_0001-first" ADD COLUMN name text');
    const migrated = migrate(database, sourcesOf());
    // It waits, and is no longer in the way of other statements a while later.
    await expect.poll(() => waiting('ALTER TABLE'), { ...pollLimit, interval: 20 }).toBe(1);
    await expect.poll(() => waiting('ALTER TABLE'), pollLimit).toBe(0);
    await user.query('COMMIT');
    expect(await migrated).toEqual(['0002-column']);
  });

  it('is given up in one line after a number of attempts, with the migrations before it applied', async () => {
    await write('core', '0002-table');
    await add('0003-column', 'ALTER TABLE "core_0001-first" ADD COLUMN name text');
    const refusal: unknown = await migrate(database, sourcesOf(), 2).catch((error: unknown) => error);
    expect(plainLine(refusal)).toMatch(
      /^A migration could not change a table, because transactions that use/,
    );
    expect(await applied()).toEqual(['0001-first', '0002-table']);
    await user.query('COMMIT');
    expect(await migrate(database, sourcesOf())).toEqual(['0003-column']);
  });

  it('gets an index concurrently, without a limit to its wait, while other processes start', async () => {
    await user.query('INSERT INTO "core_0001-first" VALUES (1)');
    await add('0002-index', 'CREATE INDEX CONCURRENTLY by_id ON "core_0001-first" (id)');
    const migrated = migrate(database, sourcesOf());
    await expect.poll(() => waiting('CREATE INDEX'), pollLimit).toBe(1);
    const other = openDatabase({
      address: { ...inject('databaseAddress'), database: name },
      connections: 2,
      onError: () => undefined,
    });
    try {
      const others = migrate(other, sourcesOf());
      await user.query('INSERT INTO "core_0001-first" VALUES (2)');
      expect(await applied()).toEqual(['0001-first']);
      await user.query('COMMIT');
      expect([await migrated, await others]).toEqual([['0002-index'], []]);
    } finally {
      await other.close();
    }
  });

  it('keeps an index whose start was interrupted before it was recorded', async () => {
    await user.query('COMMIT');
    await user.query('CREATE INDEX by_id ON "core_0001-first" (id)');
    await add('0002-index', 'CREATE INDEX CONCURRENTLY IF NOT EXISTS by_id ON "core_0001-first" (id)');
    expect(await migrate(database, sourcesOf())).toEqual(['0002-index']);
  });

  it('gets an index whose creation failed before', async () => {
    await user.query('COMMIT');
    await user.query('INSERT INTO "core_0001-first" VALUES (1), (1)');
    await add('0002-index', 'CREATE UNIQUE INDEX CONCURRENTLY by_id ON "core_0001-first" (id)');
    await expect(migrate(database, sourcesOf())).rejects.toThrow('could not create unique index');
    await user.query('DELETE FROM "core_0001-first"');
    expect(await migrate(database, sourcesOf())).toEqual(['0002-index']);
  });
});
