/**
 * `npm run cluster`: a site of two processes on this machine, for a look: PostgreSQL with its roles, Valkey, two processes and a
 * small proxy, on a data folder of its own (`data/cluster`). End one process with `kill` and see the other lead; it is
 * started again. Needs valkey-server or redis-server. With `--hosts 5`, as root on Linux, it is a site of five hosts.
 *
 *   npm run cluster [-- PROCESSES | -- --hosts 5]
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findFreePort } from '../apps/server/test/free-port.ts';
import { urlOf } from '../apps/server/test/shared-postgres.ts';
import { createValkeyServer, valkeyMissing, valkeyProgram } from '../apps/server/test/valkey-server.ts';
import { createLogger } from '../apps/server/src/platform/logger.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/database/embedded-postgres.ts';
import { runHosts } from './cluster/hosts.ts';
import { startProxy, type Member } from './cluster/proxy.ts';

const root = join(import.meta.dirname, '..');
const dataDir = join(root, 'data/cluster');
const [first, second] = process.argv.slice(2);
const processCount = Number(first ?? 2);
const proxyPort = Number(process.env['PORT'] ?? 3000);
const healthCheckMs = 500;

if (first === '--hosts' && second === '5') await runHosts(proxyPort);

if (!Number.isInteger(processCount) || processCount < 1 || processCount > 8) {
  console.error('The number of processes must be from 1 to 8.');
  process.exit(2);
}
if (valkeyProgram === undefined) {
  console.error(valkeyMissing);
  process.exit(2);
}

interface SiteMember extends Member {
  name: string;
  isDirector: boolean;
  child: ChildProcess;
}

mkdirSync(dataDir, { recursive: true });
const postgres = await startEmbeddedPostgres({ dataDir, log: createLogger('warn') });
const valkey = await createValkeyServer();
valkey.start();
const url = `http://localhost:${proxyPort}`;
const login = { ...postgres.address, user: 'fairground_site' };
const environment = {
  ...process.env,
  DATA_DIR: dataDir,
  DATABASE_URL: urlOf(login),
  // The first start migrates and creates the login.
  DATABASE_OWNER_URL: urlOf(postgres.address),
  VALKEY_URL: valkey.url,
  SITE_URL: url,
  TRUST_PROXY: '127.0.0.1',
  LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn',
};

let isStopping = false;
const members: SiteMember[] = [];

const startProcess = (member: Pick<SiteMember, 'name' | 'port'>): ChildProcess => {
  const child = spawn(process.execPath, ['apps/server/src/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...environment, PORT: String(member.port) },
  });
  console.log(`starting ${member.name}: process ${child.pid}, port ${member.port}`);
  return child;
};

/** Polls a process, shows what changes, and starts it again when it has ended. */
const watch = async (member: SiteMember): Promise<void> => {
  while (!isStopping) {
    const health = await readHealth(member.port);
    if (health.isReady !== member.isReady)
      console.log(`${member.name} is ${health.isReady ? 'ready' : 'not ready'}`);
    if (health.isDirector && !member.isDirector) console.log(`${member.name} leads`);
    Object.assign(member, health);
    if (member.child.exitCode !== null || member.child.signalCode !== null)
      member.child = startProcess(member);
    await pause(healthCheckMs);
  }
};

const readHealth = async (port: number): Promise<Pick<SiteMember, 'isReady' | 'isDirector'>> => {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/api/health/ready`, {
      signal: AbortSignal.timeout(2_000),
    });
    const { director } = (await answer.json()) as { director?: boolean };
    return { isReady: answer.ok, isDirector: director === true };
  } catch {
    return { isReady: false, isDirector: false };
  }
};

const stop = async (): Promise<void> => {
  if (isStopping) return;
  isStopping = true;
  proxy.close();
  proxy.closeAllConnections();
  await Promise.all(
    members.map(async ({ child }) => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    }),
  );
  await postgres.stop();
  valkey.remove();
};
process.on('SIGINT', () => void stop());
process.on('SIGTERM', () => void stop());

const proxy = await startProxy(members, proxyPort);
for (let index = 0; index < processCount; index += 1) {
  const place = { name: `process ${index + 1}`, port: await findFreePort() };
  const member: SiteMember = { ...place, isReady: false, isDirector: false, child: startProcess(place) };
  members.push(member);
  void watch(member);
  // The first one migrates the database, and builds the pages.
  while (!member.isReady && !isStopping) await pause(healthCheckMs);
}
if (!isStopping) console.log(`The fair is open at ${url}. Ctrl-C ends all of it.`);
