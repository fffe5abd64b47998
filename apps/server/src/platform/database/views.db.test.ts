/** Views over what all games store: made from the list of games, by who migrates alone. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databaseForAll } from '../../../test/for-tests.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/harness.ts';
import { queryAsOwner } from '../../../test/query-as-owner.ts';
import { openDatabase, type Database } from './database.ts';
import { migrate } from './migrate.ts';

describe('a view', () => {
  let test: TestDatabase;
  let owner: Database;
  let folder: string;
  beforeEach(async () => {
    test = await createTestDatabase({ isEmpty: true });
    owner = openDatabase({ address: test.address, connections: 2, onError: () => undefined });
    folder = await mkdtemp(join(tmpdir(), 'fairground-views-'));
    await mkdir(join(folder, 'core'));
    const columns = 'NULL::text AS game, NULL::bigint AS id, NULL::text AS name';
    await writeView('core', 'prize', `SELECT ${columns} WHERE false`);
    await writeView('darts', 'prize', "SELECT 'bear' AS name, 1::smallint AS id");
    await writeView('ducks', 'prize', "SELECT 2 AS id, 'duck'::varchar AS name");
  });
  afterEach(async () => {
    await owner?.close();
    await test?.close();
    await rm(folder, { recursive: true });
  });

  const writeView = (source: string, view: string, select: string): Promise<void> =>
    writeFile(join(folder, `${source}.sql`), `-- About it.\n\n-- @view ${view}\n${select}; -- And more.\n`);
  const migrateWith = (...games: string[]): Promise<string[]> =>
    migrate(
      owner,
      ['', ...games].map((prefix) => ({
        prefix,
        migrations: pathToFileURL(`${join(folder, prefix || 'core')}/`),
        views: pathToFileURL(join(folder, `${prefix || 'core'}.sql`)),
      })),
    );
  const readPrizes = () => owner.query({ text: 'SELECT * FROM prize ORDER BY id', values: [] });
  const bear = { game: 'darts', id: 1n, name: 'bear' };
  const duck = { game: 'ducks', id: 2n, name: 'duck' };

  it('has a branch for each game of the list, with the columns and types of the core', async () => {
    expect(await migrateWith('darts', 'ducks')).toHaveLength(1);
    expect(await readPrizes()).toEqual([bear, duck]);
    expect(await migrateWith('darts', 'ducks')).toEqual([]);
  });

  it('is made again when a game is added, taken away, or has other rows', async () => {
    await migrateWith();
    expect(await readPrizes()).toEqual([]);
    await migrateWith('ducks');
    expect(await readPrizes()).toEqual([duck]);
    await migrateWith('ducks', 'darts', 'no-views');
    expect(await readPrizes()).toEqual([bear, duck]);
    await migrateWith('darts');
    expect(await readPrizes()).toEqual([bear]);
    await writeView('darts', 'prize', "SELECT 3 AS id, 'frog' AS name");
    await migrateWith('darts');
    expect(await readPrizes()).toEqual([{ game: 'darts', id: 3n, name: 'frog' }]);
  });

  it('may get other columns, and is gone with its text', async () => {
    await migrateWith('darts');
    await writeView('core', 'prize', 'SELECT NULL::integer AS id WHERE false');
    await migrateWith('darts');
    expect(await readPrizes()).toEqual([{ id: 1 }]);
    await writeView('core', 'award', 'SELECT NULL::integer AS id WHERE false');
    await migrateWith();
    await expect(readPrizes()).rejects.toThrow('relation "prize" does not exist');
  });

  it('is refused under a name that the core does not have, and without a column', async () => {
    await writeView('darts', 'prise', 'SELECT 1 AS id');
    await expect(migrateWith('darts')).rejects.toThrow(
      'games/darts/server/views.sql: no view is named prise',
    );
    await writeView('darts', 'prize', 'SELECT 1 AS id');
    await expect(migrateWith('darts')).rejects.toThrow('the view prize: column b.name does not exist');
  });
});

describe('the role that the program works under', () => {
  const test = databaseForAll();

  it('may read a view, and neither write through one nor replace it', async () => {
    const run = (text: string) => test.database.query({ text, values: [] });
    expect(await run('SELECT * FROM free_day')).toEqual([]);
    const refused = /permission denied for view|cannot (insert into|update|delete from) view/;
    await expect(run("INSERT INTO free_day (day) VALUES ('2026-01-01')")).rejects.toThrow(refused);
    await expect(run('UPDATE seed_use SET nonce = 0')).rejects.toThrow(refused);
    await expect(run('DELETE FROM game_stake')).rejects.toThrow(refused);
    const same = 'CREATE OR REPLACE VIEW free_day AS SELECT game, player_id, day FROM free_day';
    await expect(run(same)).rejects.toThrow(/permission denied|must be owner/);
    await expect(run('DROP VIEW free_day')).rejects.toThrow('must be owner of view free_day');
  });

  it('has no other right on any view that is made from the list of games', async () => {
    const rights = await queryAsOwner(
      test.database,
      `SELECT c.relname AS view, array_agg(DISTINCT a.privilege_type::text) AS rights
        FROM pg_class c CROSS JOIN aclexplode(c.relacl) a JOIN pg_roles r ON r.oid = a.grantee
        WHERE c.relkind = 'v' AND r.rolname = 'fairground_app' AND obj_description(c.oid) LIKE 'Made by the program%'
        GROUP BY 1 ORDER BY 1`,
    );
    expect(rights).toEqual(
      ['cause', 'free_day', 'game_row', 'game_stake', 'seed_use'].map((view) => ({
        view,
        rights: ['SELECT'],
      })),
    );
  });
});
