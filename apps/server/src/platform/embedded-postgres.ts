/**
 * A private PostgreSQL server under DATA_DIR, so that the site needs no other program. It listens on a
 * Unix socket in a folder that only its own user (and root) can enter, which is what guards it; it is
 * restarted when it fails and never outlives the site.
 */
import type { ChildProcess } from 'node:child_process';
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
import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { PostgresBinaries } from './embedded-postgres-binaries.ts';
import { findBinaries } from './embedded-postgres-binaries.ts';
import type { Account, Launcher } from './embedded-postgres-launch.ts';
import { chooseLauncher } from './embedded-postgres-launch.ts';
import { endLeftover } from './embedded-postgres-leftover.ts';
import { EmbeddedPostgresError, lockFolder } from './embedded-postgres-lock.ts';
import type { Log } from './logger.ts';

/** Fit for `pg`; the user is the server's superuser, and no password is asked for. */
export interface EmbeddedAddress {
  host: string;
  port: number;
  user: string;
  database: string;
}

export interface EmbeddedPostgres {
  address: EmbeddedAddress;
  /** Ends the server cleanly within 9 s at worst, and frees the folder. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  dataDir: string;
  log: Log;
}

const port = 5432;
const superuser = 'postgres';
const database = 'fairground';
const longestSocketPath = process.platform === 'darwin' ? 103 : 107;
const readyWithinMs = 60_000;

const serverSettings: Readonly<Record<string, string>> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  port: String(port),
  max_connections: '50',
  shared_buffers: '128MB',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  wal_compression: 'on',
  max_wal_size: '2GB',
  checkpoint_completion_target: '0.9',
  random_page_cost: '1.1',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // Failed statements are the caller's to report, and may hold what no log should.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
};

/** Throws an `EmbeddedPostgresError` whose message is one line for the operator. */
export async function startEmbeddedPostgres({
  dataDir,
  log,
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  if (process.platform === 'win32') {
    throw new EmbeddedPostgresError(
      'The embedded database needs Linux or macOS: set DATABASE_URL to a PostgreSQL server.',
    );
  }
  // Root's server runs as another user, who must be able to pass through the folder but not to list it.
  const lock = lockFolder(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
  try {
    const server = await prepare(dataDir, log);
    await server.start();
    return {
      address: server.address,
      stop: async () => {
        await server.stop();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

interface Server {
  address: EmbeddedAddress;
  start(): Promise<void>;
  stop(): Promise<void>;
}

async function prepare(dataDir: string, log: Log): Promise<Server> {
  const folder = path.join(dataDir, 'postgres');
  const sockets = socketFolder(dataDir);
  const binaries = findBinaries(path.join(dataDir, 'postgres-lib'));
  const launcher = chooseLauncher(binaries, folder, [dataDir, path.dirname(sockets)]);
  chmodSync(sockets, 0o700);
  if (launcher.owner !== null) giveTo(launcher.owner, sockets);
  await endLeftover(folder, log);
  if (!existsSync(path.join(folder, 'PG_VERSION'))) await initialise(folder, binaries, launcher, log);
  if (launcher.owner !== null) giveTo(launcher.owner, folder);

  const quotedSockets = `"${sockets.replaceAll('"', '""')}"`;
  const settings = { ...serverSettings, unix_socket_directories: quotedSockets };
  const args = [
    '-D',
    folder,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  const address = { host: sockets, port, user: superuser, database };
  return supervise(address, () => launcher.launch(binaries.postgres, args), log);
}

/** In the data folder, or in a private one with a short name when the socket's path would be too long. */
function socketFolder(dataDir: string): string {
  const inside = path.join(dataDir, 'postgres-socket');
  const socketName = `.s.PGSQL.${port}`;
  if (Buffer.byteLength(path.join(inside, socketName)) <= longestSocketPath) {
    mkdirSync(inside, { recursive: true, mode: 0o711 });
    return inside;
  }
  // Remembered, so that one left behind by a killed site is cleared away.
  const memory = path.join(dataDir, 'postgres-socket-folder');
  const prefix = path.join(os.tmpdir(), 'fairground-');
  const former = existsSync(memory) ? readFileSync(memory, 'utf8') : '';
  if (former.startsWith(prefix) && path.dirname(former) === path.dirname(prefix) && !isLink(former)) {
    rmSync(former, { recursive: true, force: true });
  }
  const made = mkdtempSync(prefix);
  writeFileSync(memory, made);
  return made;
}

const isLink = (file: string): boolean =>
  lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;

/** Made under another name first: a start that was cut short leaves nothing that looks whole. */
async function initialise(
  folder: string,
  binaries: PostgresBinaries,
  launcher: Launcher,
  log: Log,
): Promise<void> {
  const unfinished = `${folder}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  if (launcher.owner !== null) giveTo(launcher.owner, unfinished);
  log.info({ folder }, 'making the database');
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
    throw new EmbeddedPostgresError(`The database could not be made in ${folder}: ${lastLine()}`);
  // What is left of a folder without a version is no database.
  rmSync(folder, { recursive: true, force: true });
  renameSync(unfinished, folder);
}

function supervise(address: EmbeddedAddress, launch: () => ChildProcess, log: Log): Server {
  let child: ChildProcess;
  let stopping: Promise<void> | null = null;

  const run = async (): Promise<void> => {
    child = launch();
    const started = child;
    const lastLine = followOutput(started, log);
    const ended = new Promise<string>((resolve) => {
      started.once('error', (error) => resolve(error.message));
      started.once('close', (code, signal) => resolve(lastLine() || `ended with ${String(code ?? signal)}`));
    });
    const failure = await Promise.race([untilReady(address, started), ended]);
    if (failure !== null) throw new EmbeddedPostgresError(`The embedded database did not start: ${failure}`);
    void ended.then((reason) => {
      if (stopping === null) void restart(reason);
    });
  };

  // After a crash the old server's helpers may need a moment to let go of the folder.
  const restart = async (reason: string): Promise<void> => {
    log.error({ reason }, 'the database server ended by itself; starting it again');
    for (let pauseMs = 50; stopping === null; pauseMs = Math.min(pauseMs * 2, 1000)) {
      try {
        await run();
        return;
      } catch (error) {
        log.warn({ err: error }, 'the database server cannot be started yet');
        await sleep(pauseMs);
      }
    }
  };

  return {
    address,
    async start() {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await run();
        } catch (error) {
          const inUse = error instanceof Error && /still in use|shared memory/.test(error.message);
          if (!inUse || attempt === 20) {
            await end(child);
            throw error;
          }
          await sleep(100);
        }
      }
    },
    stop() {
      stopping ??= end(child).then(() => clearSockets(address.host));
      return stopping;
    },
  };
}

/** Null once connections are taken; a reason when they never were. */
async function untilReady(address: EmbeddedAddress, child: ChildProcess): Promise<string | null> {
  const deadline = performance.now() + readyWithinMs;
  while (child.exitCode === null && child.signalCode === null && performance.now() < deadline) {
    const code = await tryConnection(address, 'SELECT 1');
    if (code === null) return null;
    const noSuchDatabase = '3D000';
    if (code === noSuchDatabase) {
      await tryConnection({ ...address, database: 'postgres' }, `CREATE DATABASE ${address.database}`);
      continue;
    }
    await sleep(10);
  }
  return `no connection within ${readyWithinMs / 1000} s`;
}

/** Null, or the code of the failure. */
async function tryConnection(address: EmbeddedAddress, statement: string): Promise<string | null> {
  const client = new pg.Client({ ...address, connectionTimeoutMillis: 5000 });
  // A connection that breaks after an answer says so here; there is nobody left to tell.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(statement);
    return null;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Fast shutdown first; an immediate one is repaired from the log at the next start, so nothing is lost. */
async function end(child: ChildProcess): Promise<void> {
  const isOver = (): boolean =>
    child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
  const over = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  for (const [signal, waitMs] of [
    ['SIGINT', 6000],
    ['SIGQUIT', 2000],
    ['SIGKILL', 1000],
  ] as const) {
    if (isOver()) return;
    child.kill(signal);
    const giveUp = new AbortController();
    await Promise.race([over, sleep(waitMs, undefined, { signal: giveUp.signal }).catch(() => undefined)]);
    giveUp.abort();
  }
}

/** Logs what the process says, and keeps the line that tells why it failed. */
function followOutput(child: ChildProcess, log: Log): () => string {
  let telling = '';
  if (child.stderr === null) return () => telling;
  createInterface({ input: child.stderr }).on('line', (line) => {
    const serious = /\b(FATAL|PANIC|error):/.test(line);
    if (serious || telling === '') telling = line;
    log.debug({ line }, 'database');
  });
  return () => telling;
}

function clearSockets(folder: string): void {
  if (path.dirname(folder) === os.tmpdir()) rmSync(folder, { recursive: true, force: true });
}

/** Nothing is done where the folder itself is already theirs: a whole tree is only ever given at once. */
function giveTo({ uid, gid }: Account, folder: string): void {
  if (statSync(folder).uid === uid) return;
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = path.join(folder, name);
    if (!isLink(file)) chownSync(file, uid, gid);
  }
  chownSync(folder, uid, gid);
}
