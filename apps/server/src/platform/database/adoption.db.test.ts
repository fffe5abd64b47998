/** Databases from before version 1.0.0: adopted if they have the last migrations and their schema, and refused otherwise. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readFingerprint } from './adoption.ts';
import { openDatabase, type Database } from './database.ts';
import { migrate, migrateExactly } from './migrate.ts';
import { readCatalogue } from './sql/catalogue.sql.ts';
import { plainLine } from '../plain-error.ts';
import { audit } from '../../site/audit.ts';
import { aviatorSteps } from '../../../../../games/aviator/test/scenario-steps.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/harness.ts';
import { laterMigrations, sourcesBefore1 } from '../../../test/sources-before-1.ts';
import { runScenario } from '../../../test/scenario.ts';

const root = join(import.meta.dirname, '../../../../..');
const schema = join(root, 'apps/server/schema');
/** Takes a database back to the schema and the list of migrations of commit fc86aecf. */
const takeBack = readFileSync(join(root, 'apps/server/test/fixtures/before-1.0.sql'), 'utf8');
const baselines = [
  '0001-baseline',
  ...globSync('*/server/migrations/0001-baseline.sql', { cwd: join(root, 'games') })
    .map((file) => `${file.split('/')[0]}/0001-baseline`)
    .sort(),
];

let test: TestDatabase;
let owner: Database;
const open = async (options: { isEmpty?: boolean } = {}): Promise<void> => {
  test = await createTestDatabase(options);
  owner = openDatabase({ address: test.address, connections: 2, onError: () => undefined });
};
afterEach(async () => {
  await owner.close();
  await test.close();
});

const run = (text: string) => owner.query<Record<string, unknown>>({ text, values: [] });
const appliedNames = async (): Promise<unknown[]> =>
  (await run('SELECT name FROM kysely_migration ORDER BY name COLLATE "C"')).map(({ name }) => name);

it('compares with what the baselines make', async () => {
  await open({ isEmpty: true });
  expect(await migrateExactly(owner, baselines)).toEqual(baselines);
  await expect(await readFingerprint(owner.query)).toMatchFileSnapshot(join(schema, 'baseline.txt'));
});

describe('a database of the last migrations before version 1.0.0', () => {
  beforeEach(async () => {
    await open({ isEmpty: true });
    await migrate(owner, sourcesBefore1);
  });

  const catalogue = () => readCatalogue.run(owner.query);
  const rowsOf = async () => ({
    players: await run('SELECT * FROM player ORDER BY id'),
    wallets: await run('SELECT * FROM wallet ORDER BY player_id'),
    transfers: await run('SELECT * FROM transfer ORDER BY id'),
    bets: await run('SELECT * FROM aviator_bet ORDER BY id'),
    accounts: await run('SELECT * FROM account ORDER BY id'),
  });
  const play = () =>
    runScenario(
      test.database,
      `player alice 1000
      player bob 500
      round 5.00x
      bet alice 100 auto 2.00x ok
      bet bob 200 ok
      fly 3000
      crash
      balance alice 1100 winnings 200
      round 3.00x
      bet alice 300 ok`,
      aviatorSteps(test.database),
    );

  it('is adopted with all rows by one of several starts, and has the schema of a new one', async () => {
    const expected = await catalogue();
    await play();
    const rows = await rowsOf();
    await run(takeBack);
    expect(await catalogue()).not.toEqual(expected);
    const applied = await Promise.all([migrate(owner, sourcesBefore1), migrate(owner, sourcesBefore1)]);
    expect(applied.flat()).toHaveLength(laterMigrations.length + 1);
    expect(applied.flat()).toEqual(
      expect.arrayContaining([...laterMigrations, expect.stringMatching(/^functions of \d/)]),
    );
    expect(await appliedNames()).toEqual([...baselines, ...laterMigrations].sort());
    expect(await catalogue()).toEqual(expected);
    expect(await rowsOf()).toEqual(rows);
    await migrate(owner);
    expect((await audit(owner)).filter(({ broken }) => broken.length > 0)).toEqual([]);
    expect(await migrate(owner)).toEqual([]);
  });

  it('is adopted with any of the later migrations before version 1.0.0', async () => {
    const expected = await catalogue();
    await run(takeBack);
    for (const name of ['0080-no-letters-and-bounces', '0084-invitations']) {
      await run(readFileSync(join(schema, `before-1.0/${name}.sql`), 'utf8'));
      await run(`INSERT INTO kysely_migration VALUES ('${name}', 'now')`);
    }
    await run('CREATE FUNCTION ledger.add_game(text, text) RETURNS bigint LANGUAGE sql RETURN 1');
    await run(`INSERT INTO kysely_migration VALUES ('0085-add-game', 'now')`);
    await migrate(owner, sourcesBefore1);
    expect(await catalogue()).toEqual(expected);
  });

  it.each([
    ['ALTER TABLE wallet DROP CONSTRAINT wallet_coins_check', 'table wallet is not the same'],
    ['DROP TRIGGER transfer_is_immutable ON transfer', 'table transfer is not the same'],
    ['GRANT UPDATE ON transfer TO fairground_app', 'the rights on table transfer are not the same'],
    ['DROP TABLE write_probe', 'table write_probe is missing'],
    ['CREATE TABLE note (id integer)', 'table note was added'],
  ])('is refused after %s', async (statement, reason) => {
    await run(takeBack);
    const names = await appliedNames();
    await run(statement);
    await expect(migrate(owner)).rejects.toThrow(
      `This database was made before version 1.0.0, and its schema was changed by hand: ${reason}.`,
    );
    expect(await appliedNames()).toEqual(names);
  });

  it('is refused in one line if it lacks one of its migrations', async () => {
    await run(takeBack);
    await run(`DELETE FROM kysely_migration WHERE name = '0079-returns-below-zero'`);
    const refusal: unknown = await migrate(owner).catch((error: unknown) => error);
    expect(plainLine(refusal)).toContain('start it once with commit fc86aecf');
  });
});
