/**
 * Moves the log of what the staff did into files, a month each, and deletes there what a file has. A month is written, read
 * back and compared with the database, and recorded, before its first entry is deleted; only entries that the file has are
 * deleted. So a run that is interrupted anywhere is completed by the next one.
 */
import { createHash } from 'node:crypto';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { syncToDisk } from '../../platform/files.ts';
import { ArchiveError } from '../../platform/postgres/archive.ts';
import type { Database } from '../../platform/postgres/database.ts';
import * as sql from './sql/log-archive.sql.ts';

export interface LogArchiveOptions {
  query: Database['query'];
  /** Exists. */
  folder: string;
  /** Entries of months before the month of this day. */
  before: string;
  print: (line: string) => void;
  /** Entries that a statement reads or deletes. */
  batchRows?: number;
}

export interface ArchivedEntries {
  files: number;
  rows: number;
}

export const sumsFile = 'SHA256SUMS';

export const archiveLog = async (options: LogArchiveOptions): Promise<ArchivedEntries> => {
  const { query, folder, before, print } = options;
  const done: ArchivedEntries = { files: 0, rows: 0 };
  for (;;) {
    const open = await sql.findOpenArchive.first(query);
    if (open) {
      await deleteArchived(options, open);
      done.files += 1;
      done.rows += open.rows;
      print(`${open.file}: ${open.rows} entries, deleted from the database`);
      continue;
    }
    const retained = (await sql.listNewest.run(query)).map(({ id }) => id);
    const next = await sql.findOldestMonth.first(query, { before, retained });
    if (!next) return done;
    const file = nameOf(next);
    const target = path.join(folder, file);
    if (!existsSync(target)) await writeMonth(options, { month: next.month, retained }, target);
    const written = await readBack(options, next.month, target);
    removeUnfinished(folder, file);
    await recordSum(folder, file, written.sha256);
    await sql.openArchive.run(query, {
      month: next.month,
      file,
      sha256: written.sha256,
      rows: written.rows,
      firstId: written.firstId,
      lastId: written.lastId,
    });
  }
};

/** Entries that had to stay the first time get a file of their own. */
const nameOf = ({ month, archives }: { month: string; archives: number }): string =>
  `operator_log-${month.slice(0, 7)}${archives === 0 ? '' : `-${archives + 1}`}.jsonl.gz`;

const defaultBatchRows = 5_000;

const writeMonth = async (
  { query, batchRows: maxRows = defaultBatchRows }: LogArchiveOptions,
  { month, retained }: { month: string; retained: readonly bigint[] },
  target: string,
): Promise<void> => {
  // Another run at the same time writes its own; only one of them gets the name.
  const unfinished = `${target}.${process.pid}.part`;
  async function* lines(): AsyncGenerator<string> {
    for (let after = 0n; ;) {
      const page = await sql.readEntries.run(query, { month, retained, after, maxRows });
      for (const { line } of page) yield `${line}\n`;
      const last = page.at(-1);
      if (!last) return;
      after = last.id;
    }
  }
  await pipeline(
    Readable.from(lines()),
    createGzip(),
    createWriteStream(unfinished, { mode: 0o600, flush: true }),
  );
  // A rename would replace a file of that name.
  linkSync(unfinished, target);
  await syncToDisk(path.dirname(target));
};

/** What this run or interrupted ones wrote of a file that is complete. */
const removeUnfinished = (folder: string, file: string): void => {
  for (const name of readdirSync(folder)) {
    if (name.startsWith(`${file}.`) && name.endsWith('.part'))
      rmSync(path.join(folder, name), { force: true });
  }
};

interface Written {
  sha256: Buffer;
  rows: number;
  firstId: bigint;
  lastId: bigint;
}

const hashOf = async (file: string): Promise<Buffer> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest();
};

interface Entry {
  id: bigint;
  line: string;
}

async function* readEntries(file: string, batchRows: number): AsyncGenerator<Entry[]> {
  const plain = createGunzip().setEncoding('utf8');
  const unpacked = pipeline(createReadStream(file), plain);
  unpacked.catch(() => undefined);
  const entries: Entry[] = [];
  let rest = '';
  for await (const text of plain as AsyncIterable<string>) {
    // Only that character ends a line: readline takes others for ends, which JSON may contain.
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) entries.push({ id: readId(line, file), line });
    while (entries.length >= batchRows) yield entries.splice(0, batchRows);
  }
  await unpacked;
  if (rest !== '') throw new ArchiveError(`${file} ends in the middle of a line. Nothing of it was deleted.`);
  if (entries.length > 0) yield entries;
}

const readId = (line: string, file: string): bigint => {
  try {
    return BigInt((JSON.parse(line) as { id: number }).id);
  } catch {
    throw new ArchiveError(`${file} has a line that is no entry of the log. Nothing of it was deleted.`);
  }
};

/** Throws where a line of the file is not what the database has. */
const readBack = async (
  { query, batchRows = defaultBatchRows }: LogArchiveOptions,
  month: string,
  file: string,
): Promise<Written> => {
  let rows = 0;
  let firstId: bigint | undefined;
  let lastId = 0n;
  for await (const entries of readEntries(file, batchRows)) {
    const counted = await sql.countEqual.first(query, {
      month,
      ids: entries.map(({ id }) => id),
      lines: entries.map(({ line }) => line),
    });
    const isRising = entries.every(({ id }) => id > lastId && (lastId = id) === id);
    if (counted?.equal !== entries.length || !isRising) {
      throw new ArchiveError(`${file} is not what the database has of that month. Nothing was deleted.`);
    }
    firstId ??= entries[0]?.id;
    rows += entries.length;
  }
  if (firstId === undefined) throw new ArchiveError(`${file} has no entries. Nothing was deleted.`);
  return { sha256: await hashOf(file), rows, firstId, lastId };
};

/** The file that `sha256sum --check` reads. */
const recordSum = async (folder: string, file: string, sha256: Buffer): Promise<void> => {
  const sums = path.join(folder, sumsFile);
  const line = `${sha256.toString('hex')}  ${file}\n`;
  const present = existsSync(sums) ? readFileSync(sums, 'utf8') : '';
  if (present.includes(line)) return;
  // An interrupted run may have left a part of a line.
  const separator = present === '' || present.endsWith('\n') ? '' : '\n';
  await appendFile(sums, `${separator}${line}`, { mode: 0o600, flush: true });
};

interface OpenArchive {
  id: bigint;
  file: string;
  sha256: Buffer;
}

const deleteArchived = async (
  { query, folder, batchRows = defaultBatchRows }: LogArchiveOptions,
  { id, file, sha256 }: OpenArchive,
): Promise<void> => {
  const source = path.join(folder, file);
  if (!existsSync(source) || !(await hashOf(source)).equals(sha256)) {
    throw new ArchiveError(
      `${source} is missing or was changed since it was written, and its entries are not all deleted: name the folder that it was written to.`,
    );
  }
  for await (const entries of readEntries(source, batchRows)) {
    await sql.deleteArchived.run(query, { ids: entries.map((entry) => entry.id) });
  }
  await sql.completeArchive.run(query, { id });
};
