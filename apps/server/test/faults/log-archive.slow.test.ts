/** The command that moves the log into files is killed while it writes and while it deletes. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase, type Database } from '../../src/platform/postgres/database.ts';
import { createTestDatabase, type TestDatabase } from '../harness.ts';
import { urlOf } from '../shared-postgres.ts';

const months = ['2026-03', '2026-04', '2026-05'];
const rowsOfMonth = 20_000;
let test: TestDatabase;
let owner: Database;
const folder = mkdtempSync(join(tmpdir(), 'fairground-log-'));

beforeAll(async () => {
  test = await createTestDatabase({ connections: 1 });
  owner = openDatabase({
    address: test.address,
    connections: 1,
    applicationName: 'fairground-test',
    onError: () => undefined,
  });
  await owner.query({
    text: `INSERT INTO operator_log (command, details, at)
      SELECT 'test', jsonb_build_object('n', n, 'text', md5(n::text)), (m || '-15T12:00:00Z')::timestamptz
      FROM unnest($1::text[]) m, generate_series(1, $2) n`,
    values: [months, rowsOfMonth],
  });
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await owner?.close();
  await test?.close();
});

const count = async (): Promise<number> => {
  const [row] = await owner.query<{ n: number }>({
    text: `SELECT count(*)::integer AS n FROM operator_log WHERE command = 'test'`,
    values: [],
  });
  return row?.n ?? 0;
};

/** Runs the command, and kills it once that is so. Returns its output where it ended by itself. */
const archive = async (isTime?: () => boolean | Promise<boolean>): Promise<string | null> => {
  const admin = new URL('../../src/admin.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [admin, 'archive', '--before', '2026-06', '--to', folder], {
    env: { ...process.env, DATABASE_URL: urlOf(test.address), DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<NodeJS.Signals | null>((resolve) =>
    child.once('close', (_code, signal) => resolve(signal)),
  );
  while (isTime && child.exitCode === null) {
    if (await isTime()) {
      child.kill('SIGKILL');
      break;
    }
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  return (await ended) === 'SIGKILL' ? null : output;
};

const files = (end: string): string[] => readdirSync(folder).filter((name) => name.endsWith(end));
const isDeleting = async (): Promise<boolean> => {
  const left = (await count()) % rowsOfMonth;
  return left > 1 && left < rowsOfMonth - 1;
};

it('is completed by the next run, and has every entry once', async () => {
  const total = months.length * rowsOfMonth;
  expect(await archive(() => files('.part').length > 0)).toBeNull();
  expect(await count()).toBe(total);
  expect(await archive(() => files('.gz').length > 0)).toBeNull();
  expect(await archive(isDeleting)).toBeNull();
  const left = await count();
  expect(left).toBeLessThan(total);
  expect(left).toBeGreaterThan(1);
  expect(await archive(() => files('.gz').length > 1)).toBeNull();
  expect(await archive(isDeleting)).toBeNull();
  expect(await archive()).toContain('entries are in');
  // The newest of the command stays.
  expect(await count()).toBe(1);
  const lines = files('.gz').flatMap((file) =>
    gunzipSync(readFileSync(join(folder, file)))
      .toString()
      .trimEnd()
      .split('\n'),
  );
  const ids = lines.map((line) => (JSON.parse(line) as { id: number }).id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toHaveLength(total - 1);
}, 180_000);
