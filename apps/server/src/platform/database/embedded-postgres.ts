/**
 * A private PostgreSQL server under DATA_DIR, so that the site needs no other program. It listens on a
 * Unix socket in a folder that only its own user (and root) can enter, and requires a password; it is
 * restarted when it fails and never outlives the site.
 */
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
} from 'node:fs';
import { realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { PostgresBinaries } from './embedded-postgres-binaries.ts';
import { findBinaries } from './embedded-postgres-binaries.ts';
import type { Account, Launcher } from './embedded-postgres-launch.ts';
import { chooseLauncher } from './embedded-postgres-launch.ts';
import { endLeftover } from './embedded-postgres-leftover.ts';
import { EmbeddedPostgresError, lockFolder } from './embedded-postgres-lock.ts';
import { preparePassword, requirePasswords } from './embedded-postgres-passwords.ts';
import type { EmbeddedAddress, SupervisedServer } from './embedded-postgres-server.ts';
import { followOutput, supervise } from './embedded-postgres-server.ts';
import type { Log } from '../logger.ts';

export interface EmbeddedPostgres {
  /** Logs in as the superuser. */
  address: EmbeddedAddress;
  /** Ends the server cleanly within 9 s at worst, and frees the folder. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  dataDir: string;
  log: Log;
  /** Settings of the server that override the usual ones: for tests, which need no durability. */
  settings?: Readonly<Record<string, string>>;
}

const port = 5432;
const superuser = 'postgres';
const database = 'fairground';
const longestSocketPath = process.platform === 'darwin' ? 103 : 107;

const serverSettings: Readonly<Record<string, string>> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  port: String(port),
  max_connections: '50',
  // Without processes of its own for reading: the tables of a small site are in memory.
  io_method: 'sync',
  // Nothing is replicated row by row, so that no process has to wait for it.
  max_logical_replication_workers: '0',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  // The first change of a page after a checkpoint writes all of it to the log. Compressing it would take more processor
  // time than the change; fewer checkpoints write about as little.
  wal_compression: 'off',
  checkpoint_timeout: '15min',
  max_wal_size: '2GB',
  checkpoint_completion_target: '0.9',
  random_page_cost: '1.1',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // With the kind of process, see `followOutput`.
  log_line_prefix: '%m [%p] %b ',
  log_checkpoints: 'off',
  // Callers report failed statements, which may contain secrets.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
};

/** A share of the machine's memory, or of the limit that the site runs in. */
const buffersShare = 1 / 16;
const minBuffersMb = 16;
const maxBuffersMb = 128;

/** How much of its tables the server keeps in memory that all its processes share. */
export const sharedBuffersMb = (memoryBytes: number): number =>
  Math.min(maxBuffersMb, Math.max(minBuffersMb, Math.floor((memoryBytes * buffersShare) / 2 ** 20)));

/** Not limited, the system's figure is zero, or larger than the machine's memory. */
const usableMemory = (): number => Math.min(os.totalmem(), process.constrainedMemory() || Infinity);

/** Throws an `EmbeddedPostgresError` whose message is one line for the operator. */
export async function startEmbeddedPostgres({
  dataDir,
  log,
  settings = {},
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  if (process.platform === 'win32') {
    throw new EmbeddedPostgresError(
      'The embedded database needs Linux or macOS: set DATABASE_URL to a PostgreSQL server.',
    );
  }
  // Root's server runs as another user, who must be able to pass through the folder but not to list it.
  const lock = lockFolder(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
  try {
    // One name for the folder whatever links lead to it: a server left running is known by it.
    const server = await prepare({ dataDir: realpathSync(dataDir), log, settings });
    await server.start();
    await requirePasswords(server.address, folderOf(dataDir));
    return {
      address: server.address,
      stop: async () => {
        await server.stop();
        clearSockets(server.address.host);
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function prepare({
  dataDir,
  log,
  settings,
}: Required<EmbeddedPostgresOptions>): Promise<SupervisedServer> {
  const folder = folderOf(dataDir);
  const sockets = socketFolder(dataDir);
  const binaries = findBinaries(path.join(dataDir, 'postgres-lib'));
  const launcher = chooseLauncher(binaries, folder, [dataDir, path.dirname(sockets)]);
  chmodSync(sockets, 0o700);
  if (launcher.owner !== null) giveTo(launcher.owner, sockets);
  await endLeftover(folder, log);
  clearLocks(sockets);
  if (!existsSync(path.join(folder, 'PG_VERSION'))) await initialize(folder, binaries, launcher, log);
  if (launcher.owner !== null) giveTo(launcher.owner, folder);

  const quotedSockets = `"${sockets.replaceAll('"', '""')}"`;
  const allSettings = {
    ...serverSettings,
    shared_buffers: `${sharedBuffersMb(usableMemory())}MB`,
    ...settings,
    unix_socket_directories: quotedSockets,
  };
  const args = [
    '-D',
    folder,
    ...Object.entries(allSettings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  const password = preparePassword(dataDir, folder);
  const address = { host: sockets, port, user: superuser, password, database };
  return supervise(address, () => launcher.launch(binaries.postgres, args), log);
}

const folderOf = (dataDir: string): string => path.join(dataDir, 'postgres');

/** In the data folder, or in a private one with a short name when the socket's path would be too long. */
function socketFolder(dataDir: string): string {
  const inside = path.join(dataDir, 'postgres-socket');
  const socketName = `.s.PGSQL.${port}`;
  if (Buffer.byteLength(path.join(inside, socketName)) <= longestSocketPath) {
    mkdirSync(inside, { recursive: true, mode: 0o711 });
    return inside;
  }
  // Recorded, so that one left behind by a killed site is removed; a copy of this folder leaves it to the original.
  const memory = path.join(dataDir, 'postgres-socket-folder');
  const prefix = path.join(os.tmpdir(), 'fairground-');
  const [former = '', owner] = existsSync(memory) ? readFileSync(memory, 'utf8').split('\n') : [];
  const isOurs =
    owner === dataDir && former.startsWith(prefix) && path.dirname(former) === path.dirname(prefix);
  if (isOurs && !isLink(former)) rmSync(former, { recursive: true, force: true });
  const made = mkdtempSync(prefix);
  writeFileSync(memory, `${made}\n${dataDir}`);
  return made;
}

const isLink = (file: string): boolean =>
  lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;

/**
 * What a killed server left, or came with a copy of a running folder: PostgreSQL refuses to listen there while any
 * process of its own user has the number in the lock file.
 */
function clearLocks(sockets: string): void {
  for (const name of [`.s.PGSQL.${port}`, `.s.PGSQL.${port}.lock`]) {
    rmSync(path.join(sockets, name), { force: true });
  }
}

/** Created under another name first: an interrupted start leaves nothing that looks complete. */
async function initialize(
  folder: string,
  binaries: PostgresBinaries,
  launcher: Launcher,
  log: Log,
): Promise<void> {
  const unfinished = `${folder}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  if (launcher.owner !== null) giveTo(launcher.owner, unfinished);
  log.info({ folder }, 'creating the database');
  const child = launcher.launch(binaries.initdb, [
    `--pgdata=${unfinished}`,
    `--username=${superuser}`,
    '--auth=trust',
    '--encoding=UTF8',
    // PostgreSQL's own C.UTF-8: the same order on every machine, whatever locales it has.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ]);
  const lastLine = followOutput(child, log);
  const [code] = await once(child, 'close');
  if (code !== 0)
    throw new EmbeddedPostgresError(`The database could not be created in ${folder}: ${lastLine()}`);
  // What is left of a folder without a version is no database.
  rmSync(folder, { recursive: true, force: true });
  renameSync(unfinished, folder);
}
function clearSockets(folder: string): void {
  if (path.dirname(folder) === os.tmpdir()) rmSync(folder, { recursive: true, force: true });
}

/** Does nothing if the folder already has this owner: the ownership of a tree is always changed completely. */
function giveTo({ uid, gid }: Account, folder: string): void {
  if (statSync(folder).uid === uid) return;
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = path.join(folder, name);
    if (!isLink(file)) chownSync(file, uid, gid);
  }
  chownSync(folder, uid, gid);
}
