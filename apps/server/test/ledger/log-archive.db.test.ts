/** The log of what the staff did, moved into files by months; interrupted anywhere, nothing is lost or doubled. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { archiveLog, sumsFile } from '../../src/admin/operator/log-archive.ts';
import { runAdmin } from '../../src/admin/run.ts';
import { audit } from '../../src/app/audit.ts';
import { openDatabase, type Database } from '../../src/platform/postgres/database.ts';
import { createTestDatabase, type TestDatabase } from '../harness.ts';
import { urlOf } from '../shared-postgres.ts';

let test: TestDatabase;
let owner: Database;
let folder: string;

beforeAll(async () => {
  test = await createTestDatabase({ connections: 2 });
  owner = openDatabase({
    address: test.address,
    connections: 2,
    applicationName: 'fairground-test',
    onError: () => undefined,
  });
});
afterAll(async () => {
  await owner?.close();
  await test?.close();
});

const rows = <Row extends object>(text: string, ...values: unknown[]) => owner.query<Row>({ text, values });

/** Three months with entries of three commands each, and some of today. */
const fill = async (): Promise<void> => {
  await rows('TRUNCATE log_archive');
  await rows('ALTER TABLE operator_log DISABLE TRIGGER USER');
  await rows('DELETE FROM operator_log');
  await rows('ALTER TABLE operator_log ENABLE TRIGGER USER');
  await rows(`INSERT INTO operator_log (command, details, at)
    SELECT (ARRAY['backup', 'audit', 'players find'])[n % 3 + 1], jsonb_build_object('n', n, 'text', E'a\\nb\\u2028\\u0085 🎡'),
      (m || '-15T12:00:00Z')::timestamptz + n * interval '1 minute'
    FROM unnest(ARRAY['2026-03', '2026-04', '2026-06']) m, generate_series(1, 9) n`);
  // The last instant of a month, and the first of the next.
  await rows(`INSERT INTO operator_log (command, details, at) VALUES
    ('audit', '{}', '2026-06-30T23:59:59.999999Z'), ('audit', '{}', '2026-07-01T00:00:00Z'), ('once', '{}', '2026-03-01')`);
};

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fairground-log-'));
  await fill();
  return () => rmSync(folder, { recursive: true, force: true });
});

const linesOf = (file: string): string[] =>
  gunzipSync(readFileSync(join(folder, file)))
    .toString()
    .split('\n')
    .slice(0, -1);
const filesIn = (): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.gz'))
    .toSorted();
const inDatabase = async (): Promise<string[]> =>
  (await rows<{ line: string }>('SELECT to_jsonb(l)::text AS line FROM operator_log l ORDER BY id')).map(
    ({ line }) => line,
  );
const archive = (query: Database['query'] = owner.query, before = '2026-07-01') =>
  archiveLog({ query, folder, before, print: () => undefined, batchRows: 4 });
const expectSums = (): void => {
  const expected = filesIn().map((file) => {
    const hash = createHash('sha256')
      .update(readFileSync(join(folder, file)))
      .digest('hex');
    return `${hash}  ${file}`;
  });
  expect(readFileSync(join(folder, sumsFile), 'utf8').trimEnd().split('\n')).toEqual(expected);
};

describe('the archive of the log', () => {
  it('has a file for each month, and the newest entry of each command stays', async () => {
    const before = await inDatabase();
    expect(await archive()).toEqual({ files: 3, rows: 26 });
    expect(filesIn()).toEqual(['03', '04', '06'].map((month) => `operator_log-2026-${month}.jsonl.gz`));
    const left = await inDatabase();
    expect([...filesIn().flatMap(linesOf), ...left].toSorted()).toEqual(before.toSorted());
    const commands = left.map((line) => (JSON.parse(line) as { command: string }).command);
    expect(commands.toSorted()).toEqual(['audit', 'backup', 'once', 'players find']);
    expectSums();
    const archives = await rows(
      'SELECT file, rows FROM log_archive WHERE completed_at IS NOT NULL ORDER BY id',
    );
    expect(archives).toMatchObject([{ rows: 9 }, { rows: 9 }, { rows: 8 }]);
    expect(await archive()).toEqual({ files: 0, rows: 0 });
    // What had to stay leaves once it is not the newest any more.
    await rows(`INSERT INTO operator_log (command, details) VALUES ('once', '{}'), ('backup', '{}')`);
    expect(await archive()).toEqual({ files: 2, rows: 2 });
    expect(filesIn()).toContain('operator_log-2026-03-2.jsonl.gz');
    expect((await audit(test.database)).filter(({ broken }) => broken.length > 0)).toEqual([]);
  });

  it('loses and doubles nothing where it ends at any of its statements and is run again', async () => {
    const complete = await inDatabase();
    for (let statements = 0; ; statements++) {
      let left = statements;
      const dying: Database['query'] = (statement) => {
        left -= 1;
        return left < 0 ? Promise.reject(new Error('killed')) : owner.query(statement);
      };
      const ended = await archive(dying).then(
        () => true,
        (error: unknown) => {
          expect(String(error)).toContain('killed');
          return false;
        },
      );
      if (ended) {
        expect(statements).toBeGreaterThan(30);
        return;
      }
      const april = 'operator_log-2026-04.jsonl.gz';
      if (!filesIn().includes(april)) writeFileSync(join(folder, `${april}.1.part`), 'half a li');
      const archived = filesIn().flatMap(linesOf);
      expect(new Set([...archived, ...(await inDatabase())])).toEqual(new Set(complete));
      await archive();
      const all = [...filesIn().flatMap(linesOf), ...(await inDatabase())];
      expect(all.toSorted()).toEqual(complete.toSorted());
      expectSums();
      expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
      for (const name of readdirSync(folder)) rmSync(join(folder, name));
      await fill();
      // Entries have new ids.
      complete.splice(0, complete.length, ...(await inDatabase()));
    }
  });

  it('deletes nothing where a file is not what the database has', async () => {
    const before = await inDatabase();
    const file = join(folder, 'operator_log-2026-03.jsonl.gz');
    for (const line of [
      before[0]?.replace('"n": 1', '"n": 2') ?? '',
      before[9] ?? '',
      `${before[1]}\n${before[0]}`,
      '',
    ]) {
      writeFileSync(file, gzipSync(line === '' ? '' : `${line}\n`));
      await expect(archive(), line).rejects.toThrow('Nothing was deleted');
      expect(await inDatabase()).toEqual(before);
    }
    writeFileSync(file, 'not compressed');
    await expect(archive()).rejects.toThrow();
    expect(await inDatabase()).toEqual(before);
  });

  it('refuses to continue where the file of an open archive was changed or is elsewhere', async () => {
    let deletions = 0;
    const dying: Database['query'] = (statement) => {
      if (statement.text.includes('DELETE FROM operator_log') && ++deletions === 2) throw new Error('killed');
      return owner.query(statement);
    };
    await expect(archive(dying)).rejects.toThrow('killed');
    const left = await inDatabase();
    const [file = ''] = filesIn();
    const bytes = readFileSync(join(folder, file));
    rmSync(join(folder, file));
    await expect(archive()).rejects.toThrow('is missing or was changed');
    writeFileSync(join(folder, file), gzipSync(gunzipSync(bytes).subarray(1)));
    await expect(archive()).rejects.toThrow('is missing or was changed');
    expect(await inDatabase()).toEqual(left);
  });
});

describe('nobody deletes from the log', () => {
  it('what is in no open archive, the owner included', async () => {
    await expect(rows('DELETE FROM operator_log')).rejects.toThrow('never changed or shortened');
    await archive();
    await expect(rows('DELETE FROM operator_log')).rejects.toThrow('never changed or shortened');
    await expect(rows(`UPDATE operator_log SET command = 'none'`)).rejects.toThrow('never changed');
    const asApplication = (text: string) => test.database.query({ text, values: [] });
    await expect(asApplication('DELETE FROM operator_log')).rejects.toThrow('permission denied');
    await expect(asApplication('UPDATE log_archive SET completed_at = NULL')).rejects.toThrow(
      'permission denied',
    );
  });
});

describe('the command', () => {
  const run = async (...words: string[]) => {
    const lines: string[] = [];
    const env = { DATABASE_URL: urlOf(test.address), DATA_DIR: folder };
    const code = await runAdmin(['archive', ...words], env, (line) => lines.push(line));
    return { code, output: lines.join('\n') };
  };

  it('archives, and writes what it did to the log', async () => {
    const { code, output } = await run('--before', '2026-04', '--to', folder);
    expect(output).toContain('operator_log-2026-03.jsonl.gz: 9 entries, deleted from the database');
    expect(code).toBe(0);
    const [entry] = await rows(`SELECT details FROM operator_log WHERE command = 'archive'`);
    expect(entry).toMatchObject({ details: { table: 'operator_log', before: '2026-04-01', rows: 9 } });
    expect((await run('--before', '2026-04', '--to', folder)).output).toBe('There is nothing to archive.');
  });

  it.each([
    [['--to', 'FOLDER'], '--before is missing'],
    [['--before', '2026-13', '--to', 'FOLDER'], 'is not a month'],
    [['--before', '2026-04-01', '--to', 'FOLDER'], 'is not a month'],
    [['--before', '2999-01', '--to', 'FOLDER'], 'only months that ended'],
    [['--before', '2026-04'], '--to is missing'],
    [['--before', '2026-04', '--to', '/nowhere/at/all'], 'There is no folder'],
    [['--before', '2026-04', '--to', 'FOLDER', '--table', 'transfer'], 'the audit recomputes every balance'],
    [['--before', '2026-04', '--to', 'FOLDER', '--table', 'ledger_head'], 'are not archived'],
  ])('refuses %j', async (words, reason) => {
    const before = await inDatabase();
    const { code, output } = await run(...words.map((word) => (word === 'FOLDER' ? folder : word)));
    expect([code, output]).toEqual([2, expect.stringContaining(reason)]);
    expect(await inDatabase()).toEqual(before);
  });
});
