/**
 * docs/operations/scale.md: the tables of players, cut into eight partitions by player, as shards would be.
 * Statements for one player read and write one partition; the document names those that do not, and the
 * unique keys that lack the player.
 */
import { globSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@fairground/server/test/harness';
import { parseFragments, parseStatements } from '../../packages/sql/src/parse.ts';

const root = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const scale = read('docs/operations/scale.md');

let test: TestDatabase;
let owner: pg.Client;
/** Unique keys other than an `id`, without the player. */
const keysWithoutPlayer: string[] = [];

beforeAll(async () => {
  test = await createTestDatabase({ connections: 1 });
  owner = new pg.Client(test.address);
  await owner.connect();
  await owner.query('CREATE SCHEMA shards');
  const { rows: tables } = await owner.query<{ name: string; key: string }>(
    `SELECT c.relname AS name, a.attname AS key FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
       AND a.attname = CASE c.relname WHEN 'player' THEN 'id' ELSE 'player_id' END`,
  );
  for (const { name, key } of tables) {
    await owner.query(`CREATE TABLE shards.${name} (LIKE public.${name} INCLUDING DEFAULTS INCLUDING IDENTITY)
      PARTITION BY HASH (${key})`);
    for (let n = 0; n < 8; n++)
      await owner.query(`CREATE TABLE shards.${name}_shard_${n} PARTITION OF shards.${name}
        FOR VALUES WITH (MODULUS 8, REMAINDER ${n})`);
    const { rows: keys } = await owner.query<{ text: string; columns: string }>(
      `SELECT pg_get_indexdef(indexrelid) AS text,
         (SELECT string_agg(pg_get_indexdef(indexrelid, n, true), ', ' ORDER BY n)
           FROM generate_series(1, indnkeyatts) n) AS columns
       FROM pg_index WHERE indisunique AND indrelid = 'public.${name}'::regclass`,
    );
    for (const { text, columns } of keys) {
      if (columns.split(', ').includes(key))
        await owner.query(text.replace(/INDEX \w+ ON public\./, 'INDEX ON shards.'));
      else if (columns !== 'id') keysWithoutPlayer.push(`${name} (${columns})`);
    }
  }
  await owner.query('SET search_path = shards, public; SET plan_cache_mode = force_custom_plan');
});
afterAll(async () => {
  await owner?.end();
  await test?.close();
});

const samples: Record<string, string> = {
  bigint: '1',
  integer: '1',
  smallint: '1',
  boolean: 'true',
  'timestamp with time zone': '2026-11-01',
  date: '2026-11-01',
  bytea: '\\x00',
  json: '{}',
  jsonb: '{}',
};

/** A month, or a place in a list, which is a number. */
const sampleTexts = ['2026-11', '1'];
const invalidText = '22P02';
const noSuchKey = '42P10';

/** The tables of which a statement for one player touches more than one partition; undefined for other statements. */
const findCrossed = async (text: string, params: readonly string[]): Promise<string[] | undefined> => {
  await owner.query(`PREPARE statement AS ${text}`);
  try {
    const { rows } = await owner.query<{ types: string[] }>(
      `SELECT parameter_types::text[] AS types FROM pg_prepared_statements WHERE name = 'statement'`,
    );
    const types = rows[0]?.types ?? [];
    if (types[params.indexOf('player_id')] !== 'bigint') return undefined;
    const explain = async ([sampleText = '', ...others]: readonly string[]): Promise<
      pg.QueryResult | undefined
    > => {
      const values = types.map((type) => {
        const sample = { ...samples, text: sampleText }[type.replace('[]', '')];
        return sample === undefined ? 'NULL' : `'${type.endsWith('[]') ? `{"${sample}"}` : sample}'::${type}`;
      });
      try {
        return await owner.query(`EXPLAIN (FORMAT JSON) EXECUTE statement(${values.join(', ')})`);
      } catch (error) {
        const code = error instanceof pg.DatabaseError ? error.code : undefined;
        if (code === noSuchKey) return undefined;
        if (code === invalidText && others.length > 0) return explain(others);
        throw error;
      }
    };
    const plan = await explain(sampleTexts);
    if (!plan) return ['a unique key'];
    const touched = [...JSON.stringify(plan.rows).matchAll(/"Relation Name":"(\w+)_shard_(\d)"/g)];
    if (touched.length === 0) return undefined;
    const byTable = Map.groupBy(touched, ([, table]) => table ?? '');
    return [...byTable].flatMap(([table, found]) =>
      new Set(found.map(([, , shard]) => shard)).size > 1 ? [table] : [],
    );
  } finally {
    await owner.query('DEALLOCATE statement');
  }
};

it('statements for one player touch one partition of each table, but for those that scale.md names', async () => {
  const find = (pattern: string) => globSync(pattern, { cwd: root, exclude: ['**/node_modules/**'] });
  const fragmentFiles = find('{apps,games,packages}/**/sql/fragments.sql');
  const shared = new Map(fragmentFiles.flatMap((file) => [...parseFragments(read(file))]));
  let local = 0;
  const crossing = new Map<string, string[]>();
  for (const file of find('{apps,games}/**/sql/*.sql').filter((name) => !fragmentFiles.includes(name))) {
    for (const { name, text, params } of parseStatements(read(file), shared)) {
      const crossed = params.includes('player_id') ? await findCrossed(text, params) : undefined;
      if (crossed?.length === 0) local += 1;
      else if (crossed) crossing.set(name, crossed);
    }
  }
  const section = scale.split('### Statements for one player')[1] ?? '';
  const named = [...section.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
  expect([...crossing.keys()].toSorted()).toEqual(named.toSorted());
  // The counter-check: the partitions that are counted are those of the statement's tables.
  expect(crossing.get('findOwnOfGame')).toEqual(['player', 'game_standing']);
  expect(local).toBeGreaterThan(100);
});

it('scale.md names the unique keys that lack the player', () => {
  const seeds = keysWithoutPlayer.filter((key) => key.endsWith('(seed_id, nonce)'));
  const named = [...scale.matchAll(/`([a-z_]+ \(.*?\)+)`/g)].map(([, key = '']) => key);
  expect(seeds.length).toBeGreaterThan(0);
  expect(keysWithoutPlayer.filter((key) => !seeds.includes(key)).toSorted()).toEqual(named.toSorted());
});
