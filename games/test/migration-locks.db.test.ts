/**
 * F20: what a migration may do to tables that a running site fills. Each migration is applied in its transaction, and
 * judged by what PostgreSQL did: a table that grows and that players use already is neither rewritten nor read as a
 * whole under a lock that keeps them out, however few rows it has here. So a new constraint is NOT VALID and validated
 * by the next migration, and an index is created CONCURRENTLY, in a migration of its own.
 */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../apps/server/test/harness.ts';
import { openDatabase, type Database } from '../../apps/server/src/platform/database/database.ts';
import {
  migrate,
  siteSources,
  type MigrationSource,
} from '../../apps/server/src/platform/database/migrate.ts';

type Query = Database['query'];

const sizing = readFileSync(new URL('../../docs/operations/sizing.md', import.meta.url), 'utf8');
const fewPerSite = new Set(
  (/^\*\*A few per site\*\*:(.*?)\n\n/ms.exec(`${sizing}\n\n`)?.[1] ?? '').match(/[a-z_]+/g),
);

interface TableState {
  file: string;
  scans: bigint;
  /** Whether this transaction keeps players out of the table, or of the rows that it wrote. */
  is_locked: boolean;
}

const readTables = async (query: Query): Promise<Map<string, TableState>> => {
  const rows = await query<TableState & { name: string }>({
    text: `SELECT c.relname AS name, pg_relation_filenode(c.oid)::text AS file, s.seq_scan AS scans,
        EXISTS (SELECT FROM pg_locks l WHERE l.pid = pg_backend_pid() AND l.relation = c.oid AND l.mode IN
          ('RowExclusiveLock', 'ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
        ) AS is_locked
      FROM pg_class c JOIN pg_stat_xact_user_tables s ON s.relid = c.oid
      WHERE c.relnamespace = 'public'::regnamespace ORDER BY 1`,
    values: [],
  });
  return new Map(rows.map((row) => [row.name, row]));
};

let test: TestDatabase;
let owner: Database;
let folder: string;
beforeEach(async () => {
  test = await createTestDatabase({ isEmpty: true });
  owner = openDatabase({ address: test.address, connections: 3, onError: () => undefined });
  folder = await mkdtemp(join(tmpdir(), 'fairground-locks-'));
});
afterEach(async () => {
  await owner?.close();
  await test?.close();
  await rm(folder, { recursive: true });
});

/** What each migration does to tables that were there before it, by its name; nothing is left out. */
const findOffences = async (sources: readonly MigrationSource[]): Promise<Record<string, string[]>> => {
  const offences: Record<string, string[]> = {};
  await migrate(
    {
      query: owner.query,
      transaction: (work) =>
        owner.transaction(async (query, beforeCommit) => {
          const tables = await readTables(query);
          const step = await work(query, beforeCommit);
          const name = (step as { applied?: string }).applied ?? '';
          const found = [...(await readTables(query))].flatMap(([table, now]) => {
            const then = tables.get(table);
            if (!then || fewPerSite.has(table)) return [];
            if (now.file !== then.file) return [`rewrites ${table}`];
            return now.is_locked && now.scans > then.scans ? [`reads all of ${table} under a lock`] : [];
          });
          if (found.length > 0) offences[name] = found;
          return step;
        }),
    },
    sources,
  );
  return offences;
};

it('F20: no migration rewrites a table that grows, or reads all of it under a lock', async () => {
  expect(fewPerSite.size).toBeGreaterThan(10);
  expect(await findOffences(siteSources)).toEqual({});
});

describe('a migration that', () => {
  const reads = 'reads all of bet under a lock';
  const neither = 'does neither';
  const check = 'ALTER TABLE bet ADD CONSTRAINT bet_stake CHECK (stake > 0)';
  const foreign = 'ALTER TABLE bet ADD CONSTRAINT of_player FOREIGN KEY (player) REFERENCES player (id)';
  const cases: [offence: string, ...migrations: string[]][] = [
    ['rewrites bet', 'ALTER TABLE bet ALTER stake TYPE bigint'],
    ['rewrites bet', 'ALTER TABLE bet ADD token uuid DEFAULT gen_random_uuid()'],
    [neither, "ALTER TABLE bet ADD token text NOT NULL DEFAULT ''"],
    [reads, "ALTER TABLE bet ADD token text NOT NULL DEFAULT '' CHECK (length(token) < 9)"],
    [reads, check],
    [neither, `${check} NOT VALID`, 'ALTER TABLE bet VALIDATE CONSTRAINT bet_stake'],
    [reads, `${check} NOT VALID; ALTER TABLE bet VALIDATE CONSTRAINT bet_stake`],
    [reads, foreign],
    [neither, `${foreign} NOT VALID`, 'ALTER TABLE bet VALIDATE CONSTRAINT of_player'],
    [reads, 'ALTER TABLE bet ALTER stake SET NOT NULL'],
    [reads, 'CREATE INDEX by_stake ON bet (stake)'],
    [neither, 'CREATE INDEX CONCURRENTLY by_stake ON bet (stake)'],
    [reads, 'UPDATE bet SET stake = 1'],
    [neither, 'CREATE TABLE stake AS SELECT stake FROM bet; CREATE INDEX by_stake ON stake (stake)'],
    [neither, 'ALTER TABLE maintenance ALTER id TYPE bigint'],
  ];
  it.each(cases)('%s is seen: %s', async (offence, ...migrations) => {
    const tables = `CREATE TABLE player (id bigint PRIMARY KEY); CREATE TABLE maintenance (id integer);
      CREATE TABLE bet (id bigint PRIMARY KEY, player bigint, stake integer)`;
    for (const [at, text] of [tables, ...migrations].entries())
      await writeFile(join(folder, `000${at}-step.sql`), text);
    expect(await findOffences([{ prefix: '', migrations: pathToFileURL(`${folder}/`) }])).toEqual(
      offence === neither ? {} : { '0001-step': [offence] },
    );
  });
});
