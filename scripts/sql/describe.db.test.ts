/** What is inferred of a statement, on the real server: a wrong `not null` would be a lie in every row type. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type {} from '../../apps/server/test/harness.ts';
import { composeStatement, type ComposedStatement } from '@fairground/sql/composed';
import { readCatalogue, type Catalogue } from './catalogue.ts';
import { compareComposed } from './composed.ts';
import { describeStatement, type Description } from './describe.ts';
import { parseStatements } from '@fairground/sql/parse';

let client: pg.Client;
let catalogue: Catalogue;
const role = 'fairground_app';
const schema = 't_statements';

beforeAll(async () => {
  client = new pg.Client({ ...inject('databaseAddress'), database: 'postgres' });
  await client.connect();
  await client.query(`CREATE DATABASE ${schema} TEMPLATE fairground_template`);
  await client.end();
  client = new pg.Client({ ...inject('databaseAddress'), database: schema });
  await client.connect();
  catalogue = await readCatalogue(client);
});
afterAll(async () => {
  await client.end();
  const admin = new pg.Client({ ...inject('databaseAddress'), database: 'postgres' });
  await admin.connect();
  await admin.query(`DROP DATABASE ${schema}`);
  await admin.end();
});

const describeSql = async (sql: string, annotations = ''): Promise<Description> => {
  const [statement] = parseStatements(`-- @statement find\n${annotations}${sql};\n`);
  if (!statement) throw new Error('no statement');
  return describeStatement(client, catalogue, statement, role);
};
const nullableColumns = async (sql: string, annotations?: string): Promise<string[]> =>
  (await describeSql(sql, annotations)).columns.filter((c) => c.isNullable).map((c) => c.name);

describe('nullability', () => {
  it.each<[sql: string, nullable: string[]]>([
    ['SELECT id, avatar FROM player', ['avatar']],
    ['SELECT p.id, w.coins FROM player p LEFT JOIN wallet w ON w.player_id = p.id', ['coins']],
    ['SELECT p.id, w.coins FROM player p RIGHT JOIN wallet w ON w.player_id = p.id', ['id']],
    ['SELECT p.id, w.coins FROM player p FULL JOIN wallet w ON w.player_id = p.id', ['id', 'coins']],
    ['WITH c AS (SELECT w.coins FROM player p LEFT JOIN wallet w ON true) SELECT coins FROM c', ['coins']],
    ['SELECT s.coins FROM (SELECT coins FROM wallet) s', []],
    ['WITH d AS (DELETE FROM ad_view RETURNING id, paid_at) SELECT * FROM d', ['paid_at']],
    ['INSERT INTO site_zone (id, name) VALUES (2, :name) RETURNING id, name', []],
    ['SELECT count(*) AS n, sum(coins) AS total, max(coins) AS most FROM wallet', ['total', 'most']],
    ['SELECT player_id, sum(coins) AS total FROM wallet GROUP BY player_id', []],
    ['SELECT sum(coins) FILTER (WHERE coins > 5) AS total FROM wallet GROUP BY player_id', ['total']],
    ['SELECT coalesce(avatar, username) AS a, coalesce(avatar, NULL) AS b FROM player', ['b']],
    ['SELECT CASE WHEN id > 5 THEN id END AS a, CASE WHEN id > 5 THEN id ELSE 0 END AS b FROM player', ['a']],
    ['SELECT (SELECT coins FROM wallet LIMIT 1) AS a, (SELECT count(*) FROM wallet) AS b', ['a']],
    ['SELECT EXISTS (SELECT FROM wallet) AS a, ARRAY(SELECT coins FROM wallet) AS b', []],
    ['SELECT id FROM player UNION ALL SELECT referred_by FROM player', ['id']],
    [`SELECT '{}'::json ->> 'a' AS a, NULLIF(1, 1) AS b`, ['a', 'b']],
    ['SELECT coins, avatar, referrals FROM player_view', ['avatar', 'referrals']],
    ['SELECT * FROM ledger.debit_stakes(:a, :b, :b, :b, :b)', ['email', 'avatar', 'referrals']],
    ['SELECT * FROM ledger.judge_stakes(:a, :b)', ['player_id', 'refusal', 'from_winnings']],
    ['SELECT x FROM unnest(:a::bigint[]) AS t (x)', []],
    ['SELECT row_number() OVER () AS a, lag(id) OVER (ORDER BY id) AS b FROM player', ['b']],
    [
      'WITH RECURSIVE r AS (SELECT id, referred_by FROM player UNION ALL SELECT p.id, r.referred_by ' +
        'FROM r JOIN player p ON p.id = r.referred_by) SELECT * FROM r',
      ['referred_by'],
    ],
  ])('%s', async (sql, expected) => {
    expect(await nullableColumns(sql)).toEqual(expected);
  });

  it('follows parameters and elements that are declared nullable', async () => {
    expect(await nullableColumns('SELECT :a::int AS a, :b::int AS b', '-- @nullable b\n')).toEqual(['b']);
    expect(await nullableColumns('SELECT x FROM unnest(:a::int[]) t (x)', '-- @nullable a[]\n')).toEqual([
      'x',
    ]);
  });

  it('knows what an outer join alone makes nullable', async () => {
    const { columns } = await describeSql(
      'SELECT w.coins, w.spun_on FROM player p LEFT JOIN wallet w ON w.player_id = p.id',
    );
    expect(columns.map((c) => c.isNullableWhenJoined)).toEqual([false, true]);
  });
});

describe('texts', () => {
  const textsOf = async (sql: string) => {
    const [column] = (await describeSql(sql)).columns;
    return column?.texts && [...column.texts].sort();
  };
  it.each<[sql: string, texts: string[] | undefined]>([
    [
      `SELECT CASE WHEN id = 1 THEN 'one' WHEN id = 2 THEN NULL ELSE 'many' END AS a FROM player`,
      ['many', 'one'],
    ],
    ['SELECT salt_source FROM fairness_chain', ['beacon', 'install']],
    [
      `SELECT coalesce(refusal::text, 'fine') FROM ledger.judge_stakes(:a, :b)`,
      ['fine', 'insufficient_coins', 'limit_reached', 'on_a_break'],
    ],
    [`SELECT CASE WHEN id = 1 THEN 'one' ELSE username END FROM player`, undefined],
  ])('%s', async (sql, expected) => {
    expect(await textsOf(sql)).toEqual(expected);
  });
});

describe('tables', () => {
  it('names what a statement writes and locks', async () => {
    const { writes, locks } = await describeSql(
      `WITH a AS (SELECT id FROM player FOR SHARE), b AS (INSERT INTO site_zone (id, name) SELECT 2, 'UTC' FROM a)
       DELETE FROM limit_change`,
    );
    expect({ writes, locks }).toEqual({
      writes: ['limit_change', 'site_zone'],
      locks: ['player FOR SHARE'],
    });
  });
});

describe('refuses', () => {
  it.each([
    ['SELECT gone FROM player', 'column "gone" does not exist'],
    ['UPDATE wallet SET coins = coins + 1', 'permission denied for table wallet'],
    [
      'INSERT INTO transfer (kind, source, debit_account, credit_account, amount) SELECT kind, 1, 2, ' +
        '3, 4 FROM transfer',
      'permission denied for table transfer',
    ],
    ['SELECT FROM wallet FOR SHARE', 'permission denied for table wallet'],
    ['WITH paid AS (SELECT ledger.bump_version(1)) SELECT 1 AS one', 'nothing reads paid'],
    ['SELECT 1; SELECT 2', 'two statements'],
  ])('%s', async (sql, message) => {
    await expect(describeSql(sql)).rejects.toThrow(message);
  });

  it('names the line of the file', async () => {
    await expect(describeSql('SELECT id,\n  gone\nFROM player', '-- Text.\n')).rejects.toMatchObject({
      line: 4,
    });
  });
});

it('plans statements of the owner under no other role', async () => {
  const { writes } = await describeSql('UPDATE wallet SET coins = coins + 1', '-- @role owner\n');
  expect(writes).toEqual(['wallet']);
});

describe('a composed statement', () => {
  const faultsOf = (text: string, declared: Partial<Pick<ComposedStatement, 'params' | 'columns'>>) =>
    compareComposed(
      client,
      catalogue,
      composeStatement({ name: 'composed', params: {}, columns: {}, text, ...declared }),
      role,
    );
  it.each<[text: string, declared: Parameters<typeof faultsOf>[1], faults: string[]]>([
    ['SELECT id, avatar FROM player', { columns: { id: 'int8', avatar: 'text?' } }, []],
    [
      'SELECT id, avatar FROM player',
      { columns: { id: 'text', avatar: 'text' } },
      ['id is int8, not text', 'avatar may be null'],
    ],
    ['SELECT id FROM player', { columns: { playerId: 'int8' } }, ['gives (id)']],
    [
      'SELECT id FROM player WHERE id = $1',
      { params: { id: 'text' }, columns: { id: 'int8' } },
      ['takes (int8), not (text)'],
    ],
    [
      'SELECT id FROM player WHERE id = ANY($1::bigint[])',
      { params: { ids: 'int8[]' }, columns: { id: 'int8' } },
      [],
    ],
  ])('%s', async (text, declared, faults) => {
    expect(await faultsOf(text, declared)).toEqual(faults);
  });
});
