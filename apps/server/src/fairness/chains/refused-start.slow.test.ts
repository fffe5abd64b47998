/** A start that the operator has to repair logs one line and exits. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSeedKey } from './seed-key.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/harness.ts';
import { urlOf } from '../../../test/shared-postgres.ts';
import { makeDataDir, startSiteProcess } from '../../../test/site-process.ts';

let test: TestDatabase;
let folder: Awaited<ReturnType<typeof makeDataDir>>;

beforeAll(async () => {
  test = await createTestDatabase();
  folder = await makeDataDir();
});
afterAll(async () => {
  await test.close();
  await folder.remove();
});

it('F24: refuses to start without the seed key', { timeout: 120_000 }, async () => {
  const { query } = test.database;
  await openSeedKey({ query, path: `${folder.dataDir}/the-right.key` });
  const started = startSiteProcess({ DATABASE_URL: urlOf(test.address), DATA_DIR: folder.dataDir });
  await expect(started).rejects.toThrow(
    /ended before it was open:\n(\{.*\n)*The seed key \S+ is missing: .*\n?$/,
  );
});

it('refuses to start while the database is unavailable', { timeout: 120_000 }, async () => {
  const started = startSiteProcess({
    DATABASE_URL: 'postgres://127.0.0.1:1/none',
    DATA_DIR: folder.dataDir,
  });
  await expect(started).rejects.toThrow(
    /ended before it was open:\n(\{.*\n)*The database cannot be reached, .*\n?$/,
  );
});
