/** F24: a site runs only with the key of its sealed seeds; the key is adopted, checked and rotated. */
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runAdmin } from '../../staff/commands/run.ts';
import { loadSealedRows } from '../../site/sealed-rows.ts';
import { openSeedKey, rotateSeedKey } from './seed-key.ts';
import { findSeedKey } from './sql/seed-key.sql.ts';
import { openDatabase, type Database } from '../../platform/database/database.ts';
import { SealKeyError } from '../../platform/secrets/seal.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/harness.ts';
import { urlOf } from '../../../test/shared-postgres.ts';
import { startTestSite } from '../../../test/test-site.ts';

const sealedRows = await loadSealedRows();
let test: TestDatabase;
let folder: string;
let path: string;

beforeEach(async () => {
  test = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'fairground-seed-key-'));
  path = join(folder, 'seed.key');
});
afterEach(async () => {
  await test.close();
  rmSync(folder, { recursive: true, force: true });
});

const open = (file = path) => openSeedKey({ query: test.database.query, path: file });

/** Starts a site, seals seeds of every kind and stops it. Returns the player's commitment. */
const play = async (): Promise<string> => {
  const testSite = await startTestSite({
    test,
    env: { SEED_KEY_FILE: path },
  });
  const { token } = await testSite.register('alice');
  const answer = await testSite.call('GET', '/fairness/seeds', token);
  await testSite.close();
  return (answer.body as { commitment: string }).commitment;
};

it('creates the key where nothing was ever sealed, one for all processes that start together', async () => {
  await Promise.all([open(), open(), open()]);
  expect(readFileSync(path, 'utf8')).toMatch(/^[0-9a-f]{64}\n$/);
  expect(await test.rows('SELECT FROM seed_key')).toHaveLength(1);
});

it('adopts one of two keys that processes with different data folders create together', async () => {
  let reads = 0;
  const bothRead = Promise.withResolvers<void>();
  /** Neither process continues before both have found no key. */
  const query: typeof test.database.query = async (statement) => {
    const found = await test.database.query(statement);
    if (statement.text === findSeedKey.text && found.length === 0) {
      reads += 1;
      if (reads === 2) bothRead.resolve();
      await bothRead.promise;
    }
    return found as never;
  };
  const paths = [path, join(folder, 'other', 'seed.key')];
  const results = await Promise.allSettled(paths.map((file) => openSeedKey({ query, path: file })));
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const refused = results.find((result) => result.status === 'rejected');
  expect(refused?.reason).toBeInstanceOf(SealKeyError);
  expect(String(refused?.reason)).toContain('is not the one of this database');
  expect(paths.map((file) => existsSync(file))).toEqual(results.map(({ status }) => status === 'fulfilled'));
});

it('refuses to start a process with another data folder, and creates no key there', async () => {
  await open();
  const [row] = await test.rows<{ start: string }>(
    `SELECT left(encode(fingerprint, 'hex'), 8) AS start FROM seed_key`,
  );
  const other = join(folder, 'other', 'seed.key');
  await expect(open(other)).rejects.toThrow(SealKeyError);
  await expect(open(other)).rejects.toThrow(new RegExp(`${other}.*${row?.start}.*SEED_KEY_FILE`));
  expect(existsSync(other)).toBe(false);
});

it('refuses the key of another database, and names both fingerprints', async () => {
  const { seal } = await open();
  const sealed = seal.close(Buffer.from('seed'), 'context');
  const own = readFileSync(path, 'utf8');
  const [row] = await test.rows<{ start: string }>(
    `SELECT left(encode(fingerprint, 'hex'), 8) AS start FROM seed_key`,
  );
  writeFileSync(path, `${'ab'.repeat(32)}\n`);
  await expect(open()).rejects.toThrow(SealKeyError);
  await expect(open()).rejects.toThrow(
    new RegExp(`fingerprint [0-9a-f]{8}\\) is not the one of this database \\(fingerprint ${row?.start}`),
  );
  writeFileSync(path, own);
  expect((await open()).seal.open(sealed, 'context').toString()).toBe('seed');
});

it('rotates the key: reseals everything, and refuses to while a site runs', async () => {
  const commitment = await play();
  const before = await open();
  const old = readFileSync(path, 'utf8');
  const env = { DATABASE_URL: urlOf(test.address), DATA_DIR: folder };
  const rotate = async () => {
    const lines: string[] = [];
    return { code: await runAdmin(['fairness', 'rotate-key'], env, (line) => lines.push(line)), lines };
  };
  const running = openDatabase({ address: test.address, connections: 1, onError: () => undefined });
  await running.query({ text: 'SELECT 1', values: [] });
  expect(await rotate()).toEqual({
    code: 2,
    lines: ['The site is running on this database: stop all its processes first.'],
  });
  await running.close();
  expect(await rotate()).toMatchObject({ code: 0 });
  expect(readFileSync(path, 'utf8')).not.toBe(old);
  const after = await open();
  // The list of closed accounts stays readable.
  expect(after.closingKey).toEqual(before.closingKey);
  let opened = 0;
  for (const { table, context } of sealedRows) {
    for (const row of await test.rows<{ sealed: Buffer; context: string }>(
      `SELECT sealed, ${context} AS context FROM ${table}`,
    )) {
      expect(() => before.seal.open(row.sealed, row.context)).toThrow();
      expect(after.seal.open(row.sealed, row.context)).toHaveLength(32);
      opened += 1;
    }
  }
  expect(opened).toBeGreaterThan(5);
  const testSite = await startTestSite({
    test,
    env: { SEED_KEY_FILE: path },
  });
  const login = await testSite.call('POST', '/auth/login', null, {
    identifier: 'alice',
    password: 'a meadow of lanterns',
  });
  const { token } = login.body as { token: string };
  const rotated = await testSite.call('POST', '/fairness/seeds/rotate', token, { clientSeed: 'of_my_own' });
  expect(rotated.body).toMatchObject({ previous: { commitment } });
  await testSite.close();
});

it('leaves a matching key when a rotation is interrupted before or after its commit', async () => {
  await play();
  const old = readFileSync(path, 'utf8');
  const owner = openDatabase({ address: test.address, connections: 1, onError: () => undefined });
  const deps = { query: owner.query, path, sealedRows };
  // Before: the transaction fails.
  const failing: Pick<Database, 'transaction'> = {
    transaction: (work) =>
      owner.transaction(async (query, beforeCommit) => {
        await work(query, beforeCommit);
        throw new Error('interrupted');
      }),
  };
  await expect(rotateSeedKey(failing, deps)).rejects.toThrow('interrupted');
  await open();
  expect(readFileSync(path, 'utf8')).toBe(old);
  // After: the old file is still in its place.
  await rotateSeedKey(owner, deps);
  renameSync(path, `${path}.next`);
  writeFileSync(path, old);
  await open();
  expect(readFileSync(path, 'utf8')).not.toBe(old);
  expect(existsSync(`${path}.next`)).toBe(false);
  await owner.close();
});
