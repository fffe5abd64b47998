import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, expect, test } from 'vitest';
import { findBinaries } from './embedded-postgres-binaries.ts';
import { chooseLauncher } from './embedded-postgres-launch.ts';
import { EmbeddedPostgresError } from './embedded-postgres-lock.ts';
import type { EmbeddedAddress } from './embedded-postgres-server.ts';
import { followOutput, supervise } from './embedded-postgres-server.ts';
import type { EmbeddedPostgres } from './embedded-postgres.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import type { Log } from '../logger.ts';

// One folder for all tests in order: each must handle what the previous one left.
const parent = mkdtempSync(path.join(os.tmpdir(), 'fg-test-'));
chmodSync(parent, 0o755);
const dataDir = path.join(parent, 'data');
const serverFolder = path.join(dataDir, 'postgres');
const quiet: Log = { debug: ignore, info: ignore, warn: ignore, error: ignore };
const open: EmbeddedPostgres[] = [];
const sites: ChildProcess[] = [];

afterEach(async () => {
  for (const server of open.splice(0)) await server.stop();
  for (const site of sites.splice(0)) site.kill('SIGKILL');
});
afterAll(() => rmSync(parent, { recursive: true, force: true }));

test('creates a persistent database at the first start', async () => {
  const server = await start();
  await query(server.address, 'CREATE TABLE stored AS SELECT 7 AS answer');
  expect(
    await query(server.address, `SELECT lower('Ä') AS lower, current_setting('fsync') AS fsync`),
  ).toEqual([{ lower: 'ä', fsync: 'on' }]);
  await server.stop();
  await server.stop();
  expect(existsSync(path.join(serverFolder, 'postmaster.pid'))).toBe(false);
});

test('finds the database again after a restart', async () => {
  const server = await start();
  expect(await query(server.address, 'SELECT answer FROM stored')).toEqual([{ answer: 7 }]);
});

test('refuses a second site on the folder in one line without affecting the first', async () => {
  const server = await start();
  const refused = await startEmbeddedPostgres({ dataDir, log: quiet }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(EmbeddedPostgresError);
  expect(String(refused)).toContain(dataDir);
  expect(String(refused)).toContain(`process ${process.pid}`);
  expect(String(refused)).not.toContain('\n');
  expect(await query(server.address, 'SELECT answer FROM stored')).toHaveLength(1);
});

test('refuses another process on the folder', async () => {
  await start();
  const { line } = await siteProcess({});
  expect(line).toContain('Another site is running');
});

test('reports why the server does not start, not that connections were refused', async () => {
  const lines: string[] = [];
  const log: Log = { ...quiet, debug: (fields: { line?: string }) => void lines.push(fields.line ?? '') };
  const deep = path.join(parent, 'recovered');
  const first = await startEmbeddedPostgres({ dataDir: deep, log: quiet });
  await first.stop();
  writeFileSync(path.join(deep, 'postgres', 'recovery.signal'), '');
  const settings = {
    // Each file that is looked for takes a moment, in which connections are tried.
    restore_command: 'sleep 0.5; false',
    recovery_target_time: '2099-01-01 00:00:00+00',
    hot_standby: 'off',
  };
  await expect(startEmbeddedPostgres({ dataDir: deep, log, settings })).rejects.toThrow(
    'before configured recovery target was reached',
  );
  const refusals = lines.filter((line) => /FATAL: {2}the database system is /.test(line));
  expect(refusals.length).toBeGreaterThan(0);
  for (const line of refusals) expect(line).toContain(' client backend FATAL:');
});

test('retains the reason when connections are refused after it', async () => {
  const lines = [
    '2026-11-24 11:42:20.601 UTC [2870] startup FATAL:  recovery ended before configured recovery target was reached',
    '2026-11-24 11:42:20.629 UTC [2879] dead-end client backend FATAL:  the database system is in recovery mode',
    '2026-11-24 11:42:20.630 UTC [2880] client backend FATAL:  the database system is shutting down',
    '2026-11-24 11:42:20.633 UTC [2860] postmaster LOG:  database system is shut down',
  ];
  const child = spawn('sh', ['-c', 'printf "%s\\n" "$@" >&2', 'sh', ...lines], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const lastLine = followOutput(child, quiet);
  await once(child, 'close');
  expect(lastLine()).toBe(lines[0]);
});

test('restarts a server that fails', async () => {
  const server = await start();
  process.kill(serverPid(), 'SIGKILL');
  await until(
    async () => (await query(server.address, 'SELECT answer FROM stored').catch(() => [])).length === 1,
    5000,
  );
});

test('F1: ends the server within 3 s of a kill -9 of the site, and starts again', async () => {
  const { site, line } = await siteProcess({});
  expect(line).toBe('ready');
  const pid = serverPid();
  site.kill('SIGKILL');
  await until(() => !isRunning(pid), 3000);
  const server = await start();
  expect(await query(server.address, 'SELECT answer FROM stored')).toHaveLength(1);
});

/** Whether root's server, which runs as another user, needs a helper program to reach the binaries at all. */
function liesInPrivateFolder(): boolean {
  if (process.getuid?.() !== 0) return false;
  for (let folder = import.meta.dirname; ; folder = path.dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return true;
    if (folder === path.dirname(folder)) return false;
  }
}

test('ends the server by a pipe where no program can set a parent-death signal', async () => {
  const { site, line } = await siteProcess({ PATH: '/nowhere' });
  if (liesInPrivateFolder()) {
    // Without setpriv and unshare only root has access; the message states what to do instead.
    expect(line).toMatch(/cannot be started here.*set DATABASE_URL/);
    return;
  }
  expect(line).toBe('ready');
  const pid = serverPid();
  site.kill('SIGKILL');
  await until(() => !isRunning(pid), 3000);
});

test('ends a server that was left running and starts a new one on the folder', async () => {
  const left = await leaveServerRunning();
  const server = await start();
  expect(left.exitCode ?? left.signalCode).not.toBeNull();
  expect(serverPid()).not.toBe(left.pid);
  expect(await query(server.address, 'SELECT answer FROM stored')).toHaveLength(1);
});

test('recognizes a server that was left running under another name of the folder', async () => {
  const left = await leaveServerRunning();
  const otherName = path.join(parent, 'link');
  symlinkSync(dataDir, otherName);
  open.push(await startEmbeddedPostgres({ dataDir: otherName, log: quiet }));
  expect(left.exitCode ?? left.signalCode).not.toBeNull();
});

test('ignores a stale pid file that names a process of another program, which continues', async () => {
  const bystander = spawn('sleep', ['60'], { stdio: 'ignore' });
  sites.push(bystander);
  writeFileSync(
    path.join(serverFolder, 'postmaster.pid'),
    `${bystander.pid}\n${serverFolder}\n0\n5432\n\n\n`,
  );
  await start();
  expect(bystander.exitCode).toBeNull();
});

test('starts on a copy of a running folder, whose socket is locked by a server that lives', async () => {
  const copied = await startEmbeddedPostgres({ dataDir: path.join(parent, 'original'), log: quiet });
  open.push(copied);
  // Both servers run as one user: what belongs to another is no hindrance to PostgreSQL.
  const lock = '.s.PGSQL.5432.lock';
  copyFileSync(path.join(copied.address.host, lock), path.join(dataDir, 'postgres-socket', lock));
  const server = await start();
  expect(await query(server.address, 'SELECT answer FROM stored')).toHaveLength(1);
  expect(await query(copied.address, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('reports why a server ended, not that nothing could connect, also where its last lines come later', async () => {
  const address = { host: parent, port: 5432, user: 'postgres', password: '', database: 'fairground' };
  const script = '(sleep 0.3; echo "FATAL:  the reason" >&2) & exit 1';
  const server = supervise(
    address,
    () => spawn('sh', ['-c', script], { stdio: ['ignore', 'ignore', 'pipe'] }),
    quiet,
  );
  await expect(server.start()).rejects.toThrow('did not start: FATAL:  the reason');
});

test('works with a data folder whose socket path would be too long', async () => {
  const deep = path.join(parent, 'x'.repeat(60), 'y'.repeat(60));
  const server = await startEmbeddedPostgres({ dataDir: deep, log: quiet });
  expect(server.address.host).not.toContain(deep);
  expect(await query(server.address, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await server.stop();
  expect(existsSync(server.address.host)).toBe(false);
});

test('leaves the socket of a long path to the folder that it was copied from', async () => {
  const original = path.join(parent, 'x'.repeat(60), 'y'.repeat(60));
  const copy = path.join(parent, 'z'.repeat(60), 'y'.repeat(60));
  const server = await startEmbeddedPostgres({ dataDir: original, log: quiet });
  open.push(server);
  mkdirSync(copy, { recursive: true });
  const memory = 'postgres-socket-folder';
  copyFileSync(path.join(original, memory), path.join(copy, memory));
  open.push(await startEmbeddedPostgres({ dataDir: copy, log: quiet }));
  expect(await query(server.address, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

function ignore(): void {}

async function start(): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, log: quiet });
  open.push(server);
  return server;
}

async function query(address: EmbeddedAddress, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ ...address });
  client.on('error', ignore);
  try {
    await client.connect();
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

/** A site in a separate process; resolves with the first line that it prints. */
async function siteProcess(env: Record<string, string>): Promise<{ site: ChildProcess; line: string }> {
  const script = `
    import { startEmbeddedPostgres } from ${JSON.stringify(path.join(import.meta.dirname, 'embedded-postgres.ts'))};
    const log = { debug() {}, info() {}, warn() {}, error() {} };
    try {
      await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log });
      console.log('ready');
    } catch (error) {
      console.log(error.message);
    }`;
  const site = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  sites.push(site);
  const [line] = await once(site.stdout, 'data');
  return { site, line: String(line).trim() };
}

/** A server without a site, ready on the folder. */
async function leaveServerRunning(): Promise<ChildProcess> {
  const binaries = findBinaries(path.join(dataDir, 'postgres-lib'));
  const launcher = chooseLauncher(binaries, serverFolder, [dataDir]);
  const child = launcher.launch(binaries.postgres, [
    '-D',
    serverFolder,
    '-c',
    'listen_addresses=',
    '-c',
    `unix_socket_directories=${serverFolder}`,
  ]);
  const lastLine = followOutput(child, quiet);
  await until(() => {
    if (child.exitCode !== null) throw new Error(`The server ended by itself: ${lastLine()}`);
    const note = path.join(serverFolder, 'postmaster.pid');
    return existsSync(note) && /^ready\s*$/m.test(readFileSync(note, 'utf8'));
  }, 10_000);
  return child;
}

const serverPid = (): number =>
  Number(readFileSync(path.join(serverFolder, 'postmaster.pid'), 'utf8').split('\n')[0]);

/** A process that ended but was not collected yet has no command line any more. */
function isRunning(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== '';
  } catch {
    return false;
  }
}

async function until(isTrue: () => boolean | Promise<boolean>, withinMs: number): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error(`Not so within ${withinMs} ms.`);
    await sleep(20);
  }
}
