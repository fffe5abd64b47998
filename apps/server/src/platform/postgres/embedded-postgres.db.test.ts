import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
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
import { followOutput } from './embedded-postgres-server.ts';
import type { EmbeddedPostgres } from './embedded-postgres.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import type { Log } from '../logger.ts';

// One folder for all tests, in their order: what one leaves behind is what the next must cope with.
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

test('the first start makes a database that keeps what it was told', async () => {
  const server = await start();
  await ask(server.address, 'CREATE TABLE kept AS SELECT 7 AS answer');
  expect(await ask(server.address, `SELECT lower('Ä') AS lower, current_setting('fsync') AS fsync`)).toEqual([
    { lower: 'ä', fsync: 'on' },
  ]);
  await server.stop();
  await server.stop();
  expect(existsSync(path.join(serverFolder, 'postmaster.pid'))).toBe(false);
});

test('a restart finds it again', async () => {
  const server = await start();
  expect(await ask(server.address, 'SELECT answer FROM kept')).toEqual([{ answer: 7 }]);
});

test('a second site on the folder is refused in one line, and the first is unharmed', async () => {
  const server = await start();
  const refused = await startEmbeddedPostgres({ dataDir, log: quiet }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(EmbeddedPostgresError);
  expect(String(refused)).toContain(dataDir);
  expect(String(refused)).toContain(`process ${process.pid}`);
  expect(String(refused)).not.toContain('\n');
  expect(await ask(server.address, 'SELECT answer FROM kept')).toHaveLength(1);
});

test('another process on the folder is refused too', async () => {
  await start();
  const { line } = await siteProcess({});
  expect(line).toContain('Another site is running');
});

test('a server that fails is started again', async () => {
  const server = await start();
  process.kill(serverPid(), 'SIGKILL');
  await until(
    async () => (await ask(server.address, 'SELECT answer FROM kept').catch(() => [])).length === 1,
    5000,
  );
});

test('F1 kill -9 of the site leaves no server within 3 s, and the next start works', async () => {
  const { site, line } = await siteProcess({});
  expect(line).toBe('ready');
  const pid = serverPid();
  site.kill('SIGKILL');
  await until(() => !isRunning(pid), 3000);
  const server = await start();
  expect(await ask(server.address, 'SELECT answer FROM kept')).toHaveLength(1);
});

/** Whether root's server, which runs as another user, needs a helper program to reach the binaries at all. */
function liesInPrivateFolder(): boolean {
  if (process.getuid?.() !== 0) return false;
  for (let folder = import.meta.dirname; ; folder = path.dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return true;
    if (folder === path.dirname(folder)) return false;
  }
}

test('where no program can set a parent-death signal, a watch on a pipe ends the server', async () => {
  const { site, line } = await siteProcess({ PATH: '/nowhere' });
  if (liesInPrivateFolder()) {
    // Without setpriv and unshare nobody but root can get in; the line says what to do instead.
    expect(line).toMatch(/cannot be started here.*set DATABASE_URL/);
    return;
  }
  expect(line).toBe('ready');
  const pid = serverPid();
  site.kill('SIGKILL');
  await until(() => !isRunning(pid), 3000);
});

test('a server left running is ended, and a new one serves the folder', async () => {
  const left = await leaveServerRunning();
  const server = await start();
  expect(left.exitCode ?? left.signalCode).not.toBeNull();
  expect(serverPid()).not.toBe(left.pid);
  expect(await ask(server.address, 'SELECT answer FROM kept')).toHaveLength(1);
});

test('a server left running is known by another name of the folder too', async () => {
  const left = await leaveServerRunning();
  const otherName = path.join(parent, 'link');
  symlinkSync(dataDir, otherName);
  open.push(await startEmbeddedPostgres({ dataDir: otherName, log: quiet }));
  expect(left.exitCode ?? left.signalCode).not.toBeNull();
});

test('a stale note that names a living process of another kind stops nothing and harms nobody', async () => {
  const bystander = spawn('sleep', ['60'], { stdio: 'ignore' });
  sites.push(bystander);
  writeFileSync(
    path.join(serverFolder, 'postmaster.pid'),
    `${bystander.pid}\n${serverFolder}\n0\n5432\n\n\n`,
  );
  await start();
  expect(bystander.exitCode).toBeNull();
});

test('a data folder whose socket path would be too long works', async () => {
  const deep = path.join(parent, 'x'.repeat(60), 'y'.repeat(60));
  const server = await startEmbeddedPostgres({ dataDir: deep, log: quiet });
  expect(server.address.host).not.toContain(deep);
  expect(await ask(server.address, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await server.stop();
  expect(existsSync(server.address.host)).toBe(false);
});

function ignore(): void {}

async function start(): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, log: quiet });
  open.push(server);
  return server;
}

async function ask(address: EmbeddedAddress, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ ...address });
  client.on('error', ignore);
  try {
    await client.connect();
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

/** A site in a process of its own; resolves with the first line that it prints. */
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

/** A server that nobody looks after, ready on the folder. */
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

async function until(holds: () => boolean | Promise<boolean>, withinMs: number): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`Not so within ${withinMs} ms.`);
    await sleep(20);
  }
}
