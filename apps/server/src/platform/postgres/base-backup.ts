/**
 * A copy of the embedded server's data folder while it runs. The npm package has no pg_basebackup, so this does the same by
 * PostgreSQL's functions: between `pg_backup_start` and `pg_backup_stop` files are read as they are, and recovery replays from
 * the archive what changed in the meantime.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { createReadStream, createWriteStream, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import pg from 'pg';
import { syncToDisk } from '../files.ts';
import type { DatabaseAddress } from './database.ts';
import { EmbeddedPostgresError } from './embedded-postgres-lock.ts';
import { baseFileOf, baseFolderOf, deleteOldBackups, labelFileOf, type Deleted } from './recovery-folder.ts';

export interface BaseBackupOptions {
  /** Of the superuser. */
  address: DatabaseAddress;
  dataDir: string;
  recoveryFolder: string;
  /** How many of the newest remain. */
  retained: number;
  signal?: AbortSignal;
}

export interface BaseBackupSummary {
  folder: string;
  deleted: Deleted;
}

/** What PostgreSQL makes again at a start, and what must not be in a copy. */
const excluded = [
  './pg_wal/*',
  './pg_replslot/*',
  './pg_dynshmem/*',
  './pg_notify/*',
  './pg_serial/*',
  './pg_snapshots/*',
  './pg_stat_tmp/*',
  './pg_subtrans/*',
  './postmaster.pid',
  './postmaster.opts',
  'pgsql_tmp*',
  'pg_internal.init*',
];

/** Any number that nothing else locks on this server. */
const lockId = 7_410_055;
const archivedWithin = '10min';

/** Takes one, then deletes older ones and the segments that only they needed. Throws where another is being taken. */
export const takeBaseBackup = (options: BaseBackupOptions): Promise<BaseBackupSummary> => {
  const { address, recoveryFolder, retained, signal } = options;
  const work = async (client: pg.Client): Promise<BaseBackupSummary> => {
    await requireArchive(client);
    await lockBaseBackups(client);
    const unfinished = path.join(recoveryFolder, 'base', 'unfinished');
    rmSync(unfinished, { recursive: true, force: true });
    try {
      const takenAt = await copyServer(client, unfinished, options);
      const folder = baseFolderOf(recoveryFolder, takenAt);
      for (const each of [baseFileOf(unfinished), labelFileOf(unfinished), unfinished])
        await syncToDisk(each);
      renameSync(unfinished, folder);
      await syncToDisk(path.dirname(folder));
      return { folder, deleted: deleteOldBackups(recoveryFolder, retained) };
    } finally {
      rmSync(unfinished, { recursive: true, force: true });
    }
  };
  return withClient(address, work, signal);
};

const requireArchive = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ archive_mode: string }>('SHOW archive_mode');
  if (rows[0]?.archive_mode === 'on') return;
  throw new EmbeddedPostgresError(
    'The running site does not archive its write-ahead log: start it with BASE_BACKUP_HOURS.',
  );
};

/** Until the client leaves. */
const lockBaseBackups = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ free: boolean }>('SELECT pg_try_advisory_lock($1) AS free', [lockId]);
  if (rows[0]?.free !== true) throw new EmbeddedPostgresError('Another base backup is being taken.');
};

/** Returns the moment from which on the copy can be recovered. */
const copyServer = async (
  client: pg.Client,
  target: string,
  { dataDir, signal }: BaseBackupOptions,
): Promise<Date> => {
  mkdirSync(target, { mode: 0o700 });
  // Without waiting for a checkpoint that is spread over minutes.
  await client.query(`SELECT pg_backup_start('fairground', true)`);
  await pack(path.join(dataDir, 'postgres'), baseFileOf(target), signal);
  await client.query(`SET statement_timeout = '${archivedWithin}'`);
  // Waits until the archive has every segment that the copy needs; the clock is read after that.
  const { rows } = await client.query<{ label: string; at: Date }>(
    'SELECT labelfile AS label, clock_timestamp() AS at FROM pg_backup_stop(true)',
  );
  const [stopped] = rows;
  if (!stopped) throw new EmbeddedPostgresError('The base backup was not completed.');
  writeFileSync(labelFileOf(target), stopped.label);
  await verify(baseFileOf(target));
  // A date of JavaScript lacks the microseconds.
  return new Date(stopped.at.getTime() + 1);
};

export interface Archiving {
  timeline: number;
  /** The newest try to archive a segment failed. */
  isFailing: boolean;
}

export const readArchiving = (address: DatabaseAddress): Promise<Archiving> =>
  withClient(address, async (client) => {
    const { rows } = await client.query<Archiving>(
      `SELECT c.timeline_id AS timeline,
        coalesce(a.last_failed_time > coalesce(a.last_archived_time, '-infinity'), false) AS "isFailing"
        FROM pg_control_checkpoint() c, pg_stat_archiver a`,
    );
    const [state] = rows;
    if (!state) throw new EmbeddedPostgresError('The state of the archive cannot be read.');
    return state;
  });

const withClient = async <Result>(
  address: DatabaseAddress,
  work: (client: pg.Client) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> => {
  const client = new pg.Client({ ...address, application_name: 'fairground-base-backup' });
  client.on('error', () => undefined);
  await client.connect();
  // A statement may be waiting for the archive.
  const leave = (): void => void client.end();
  signal?.addEventListener('abort', leave);
  try {
    return await work(client);
  } finally {
    signal?.removeEventListener('abort', leave);
    await client.end();
  }
};

/** Packs a data folder whose files change in the meantime. */
const pack = async (folder: string, file: string, signal?: AbortSignal): Promise<void> => {
  const args = ['--create', '--file=-', ...excluded.map((pattern) => `--exclude=${pattern}`)];
  const tar = startTar([...args, `--directory=${folder}`, '.'], 'output', signal);
  await pipeline(tar.stream, createGzip({ level: 4 }), createWriteStream(file, { mode: 0o600 }));
  // With 1 it says that a file changed or went away while it was read.
  const changed = 1;
  await tar.ended(changed);
};

/** Up to the end of the input: else tar may leave before the last of it was written. */
const readAll = ['--ignore-zeros'];

/** Reads all of it, and looks for the files without which no server starts. */
const verify = async (file: string): Promise<void> => {
  const missing = new Set(['./PG_VERSION', './global/pg_control']);
  const tar = startTar(['--list', ...readAll, '--file=-'], 'both');
  let rest = '';
  tar.stream.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) missing.delete(line);
  });
  await pipeline(createReadStream(file), createGunzip(), tar.input);
  await tar.ended();
  if (missing.size > 0) {
    throw new EmbeddedPostgresError(`The base backup lacks ${[...missing].join(' and ')}.`);
  }
};

/** Unpacks a base backup with its label into an empty folder. */
export const unpackBaseBackup = async (backupFolder: string, target: string): Promise<void> => {
  const tar = startTar(['--extract', ...readAll, '--file=-', `--directory=${target}`], 'input');
  await pipeline(createReadStream(baseFileOf(backupFolder)), createGunzip(), tar.input);
  await tar.ended();
};

interface Tar {
  stream: Readable;
  input: Writable;
  /** Throws where its exit code is above this. */
  ended(maxCode?: number): Promise<void>;
}

const startTar = (args: readonly string[], uses: 'input' | 'output' | 'both', signal?: AbortSignal): Tar => {
  const child: ChildProcess = spawn('tar', args, {
    stdio: [uses === 'output' ? 'ignore' : 'pipe', uses === 'input' ? 'ignore' : 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], LC_ALL: 'C' },
    ...(signal && { signal }),
  });
  let message = '';
  child.stderr?.on('data', (chunk: Buffer) => (message = chunk.toString().trim().slice(0, 500)));
  const closed = new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 2));
  });
  closed.catch(() => undefined);
  return {
    stream: child.stdout as Readable,
    input: child.stdin as Writable,
    async ended(maxCode = 0) {
      const code = await closed;
      if (code > maxCode) throw new EmbeddedPostgresError(`tar ended with ${code}: ${message}`);
    },
  };
};
