/**
 * Walks a cluster through its faults on this machine: three processes behind nginx over one PostgreSQL and one Valkey,
 * with players who bet all the time. Prints how long each fault was felt, compares every acknowledged stake and
 * cash-out with the database, and runs the audit. Needs nginx, and valkey-server or redis-server.
 *
 *   node scripts/walk-cluster.ts [PLAYERS]      by default 80 players; about five minutes
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { findFreePort } from '../apps/server/test/free-port.ts';
import { freezeServer, stopServerImmediately } from '../apps/server/test/server-processes.ts';
import { urlOf } from '../apps/server/test/shared-postgres.ts';
import { runAudit, startSiteProcess, type RunningSite } from '../apps/server/test/site-process.ts';
import { createValkeyServer } from '../apps/server/test/valkey-server.ts';
import { createLogger } from '../apps/server/src/platform/logger.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/postgres/embedded-postgres.ts';
import { findProgram } from './find-program.ts';
import { startPlayers, type Attempt } from './walk/players.ts';

const playerCount = Number(process.argv[2] ?? 80);
const processCount = 3;
const steadyMs = 10_000;
const recoveryLimitMs = 60_000;
const proxyRetryMs = 11_000;

const nginxProgram = findProgram('nginx');
if (nginxProgram === undefined) {
  console.error('The walk needs nginx (apt-get install nginx).');
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), 'fairground-cluster-'));
const dataDir = join(folder, 'data');
mkdirSync(dataDir);
const log = createLogger('warn');

/** The proxy as deploy/nginx.conf sets it up, without TLS, for these processes. */
const nginxConfig = (listen: number, ports: readonly number[]): string => {
  const site = readFileSync(new URL('../deploy/nginx.conf', import.meta.url), 'utf8')
    .replace(/^ *server 127\.0\.0\.1:3000 (.*)$/m, (_line, options: string) =>
      ports.map((port) => `  server 127.0.0.1:${port} ${options}`).join('\n'),
    )
    // Without the servers that redirect to TLS and refuse other names.
    .split(/^(?=server \{$)/m)
    .filter((block, index) => index === 0 || block.includes('proxy_pass'))
    .join('')
    .replaceAll(/^ *(ssl_\w+|listen|server_name|error_log|# Understood) .*$/gm, '')
    .replaceAll('/var/log/nginx/', `${folder}/`)
    .replace('server {', `server {\n  listen 127.0.0.1:${listen};`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/nginx-${name};`)
    .join('\n');
  return `daemon off;\npid ${folder}/nginx.pid;\nerror_log ${folder}/nginx-error.log;\nevents { worker_connections 4096; }\nhttp {\n${temporary}\n${site}}\n`;
};

interface Member {
  port: number;
  site: RunningSite;
  /** When this process last published anything of a round. */
  lastRoundNewsAtMs: number;
}

const members: Member[] = [];
const ends: (() => Promise<void> | void)[] = [];
const environment: Record<string, string> = {
  DATA_DIR: dataDir,
  LOG_LEVEL: 'info',
  TRUST_PROXY: '127.0.0.1',
};

/** Follows the public messages of one process, connecting again whenever the connection ends. */
const watchRounds = (member: Member): void => {
  let isClosed = false;
  let open: WebSocket | undefined;
  ends.push(() => {
    isClosed = true;
    open?.close();
  });
  const connect = (): void => {
    if (isClosed) return;
    const socket = new WebSocket(`ws://127.0.0.1:${member.port}/ws`);
    socket.addEventListener('message', ({ data }) => {
      if (/"type":"aviator(Countdown|DrawResult)_response"/.test(String(data)))
        member.lastRoundNewsAtMs = performance.now();
    });
    socket.addEventListener('close', () => setTimeout(connect, 100));
    open = socket;
  };
  connect();
};

const startMember = async (port: number): Promise<RunningSite> =>
  startSiteProcess({ ...environment, PORT: String(port) });

const health = async (port: number): Promise<{ director?: boolean } | undefined> => {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/api/health/ready`, {
      signal: AbortSignal.timeout(1_000),
    });
    return answer.ok ? ((await answer.json()) as { director: boolean }) : undefined;
  } catch {
    return undefined;
  }
};

const findDirector = async (except?: Member): Promise<Member | undefined> => {
  for (const member of members) {
    if (member !== except && (await health(member.port))?.director === true) return member;
  }
  return undefined;
};

const requireDirector = async (): Promise<Member> => {
  const end = performance.now() + recoveryLimitMs;
  for (;;) {
    const director = await findDirector();
    if (director !== undefined) return director;
    if (performance.now() > end) throw new Error('no process leads');
    await pause(50);
  }
};

const secondsSince = (fromMs: number, untilMs = performance.now()): string =>
  ((untilMs - fromMs) / 1_000).toFixed(1);

/** Waits until each of these processes has published something of a round after the given moment. */
const roundsResumed = async (after: number, of: readonly Member[] = members): Promise<string> => {
  const end = performance.now() + recoveryLimitMs;
  while (of.some((member) => member.lastRoundNewsAtMs < after)) {
    if (performance.now() > end) return `not within ${recoveryLimitMs / 1_000} s`;
    await pause(20);
  }
  return secondsSince(after);
};

interface Fault {
  name: string;
  /** Causes the fault and mends it; returns what else was measured. */
  walk(startedAtMs: number): Promise<string>;
}

/** The longest time without an acknowledged stake, in seconds. */
const longestPause = (attempts: readonly Attempt[], fromMs: number, untilMs: number): string => {
  const times = attempts
    .filter(({ isStake, status, atMs }) => isStake && status === 201 && atMs >= fromMs && atMs <= untilMs)
    .map(({ atMs }) => atMs);
  const edges = [fromMs, ...times, untilMs];
  return Math.max(...edges.slice(1).map((at, index) => (at - (edges[index] ?? at)) / 1_000)).toFixed(1);
};

const countFailures = (attempts: readonly Attempt[], fromMs: number): string => {
  const counts = new Map<number, number>();
  for (const { atMs, status } of attempts)
    if (atMs >= fromMs && (status === 0 || status >= 500)) counts.set(status, (counts.get(status) ?? 0) + 1);
  const text = [...counts]
    .toSorted(([a], [b]) => a - b)
    .map(([status, count]) => `${status === 0 ? 'no answer' : status}: ${count}`)
    .join(', ');
  return text === '' ? 'none' : text;
};

let exitCode = 1;
try {
  const postgres = await startEmbeddedPostgres({ dataDir, log });
  ends.push(() => postgres.stop());
  const valkey = await createValkeyServer();
  ends.push(() => valkey.remove());
  valkey.start();
  const setUp = new pg.Client({ ...postgres.address });
  await setUp.connect();
  await setUp.query('CREATE DATABASE cluster');
  await setUp.end();
  const address = { ...postgres.address, database: 'cluster' };

  const proxyPort = await findFreePort();
  const url = `http://127.0.0.1:${proxyPort}`;
  Object.assign(environment, { DATABASE_URL: urlOf(address), VALKEY_URL: valkey.url, SITE_URL: url });
  for (let index = 0; index < processCount; index++) {
    const port = await findFreePort();
    const member: Member = { port, site: await startMember(port), lastRoundNewsAtMs: 0 };
    members.push(member);
    ends.push(() => member.site.end('SIGKILL'));
    watchRounds(member);
  }
  const configFile = join(folder, 'nginx.conf');
  writeFileSync(
    configFile,
    nginxConfig(
      proxyPort,
      members.map(({ port }) => port),
    ),
  );
  const nginx: ChildProcess = spawn(nginxProgram, ['-p', folder, '-c', configFile], { stdio: 'inherit' });
  ends.push(async () => {
    if (nginx.exitCode !== null) return;
    const gone = once(nginx, 'close');
    nginx.kill('SIGTERM');
    await gone;
  });
  await roundsResumed(performance.now());

  const load = await startPlayers(url, playerCount);

  const restart = async (member: Member): Promise<void> => {
    member.site = await startMember(member.port);
  };
  const takeOver = async (from: Member, since: number): Promise<string> => {
    const end = performance.now() + recoveryLimitMs;
    while ((await findDirector(from)) === undefined) {
      if (performance.now() > end) return 'no other process took over';
      await pause(20);
    }
    return `new director after ${secondsSince(since)} s`;
  };
  const others = (than: Member) => members.filter((member) => member !== than);

  const faults: Fault[] = [
    {
      name: 'director killed',
      async walk(since) {
        const director = await requireDirector();
        await director.site.end('SIGKILL');
        const taken = await takeOver(director, since);
        const rounds = await roundsResumed(performance.now(), others(director));
        await restart(director);
        return `${taken}, rounds ${rounds} s later`;
      },
    },
    {
      name: 'director frozen for 10 s',
      async walk(since) {
        const director = await requireDirector();
        director.site.child.kill('SIGSTOP');
        const taken = await takeOver(director, since);
        await pause(Math.max(0, 10_000 - (performance.now() - since)));
        director.site.child.kill('SIGCONT');
        return `${taken}, its own rounds ${await roundsResumed(performance.now(), [director])} s after it woke`;
      },
    },
    {
      name: 'another process frozen for 10 s',
      async walk() {
        const director = await requireDirector();
        const [other] = others(director);
        if (other === undefined) throw new Error('there is no other process');
        other.site.child.kill('SIGSTOP');
        await pause(10_000);
        other.site.child.kill('SIGCONT');
        return `its own rounds ${await roundsResumed(performance.now(), [other])} s after it woke`;
      },
    },
    {
      name: 'Valkey away for 20 s',
      async walk() {
        valkey.kill();
        await pause(1_000);
        const rounds = await roundsResumed(performance.now());
        await pause(19_000);
        valkey.start();
        return `rounds on all processes ${rounds} s later`;
      },
    },
    {
      name: 'PostgreSQL frozen for 5 s',
      async walk() {
        const resume = freezeServer(dataDir);
        await pause(5_000);
        resume();
        return `rounds ${await roundsResumed(performance.now())} s after it went on`;
      },
    },
    {
      name: 'PostgreSQL stopped immediately and restarted',
      async walk() {
        stopServerImmediately(dataDir);
        // What runs the server starts it again.
        await pause(1_000);
        return `rounds ${await roundsResumed(performance.now())} s later`;
      },
    },
    {
      name: 'rolling restart',
      async walk() {
        for (const member of members) {
          await member.site.end('SIGTERM');
          await restart(member);
          // Until then nginx leaves out the process that it could not reach (fail_timeout in deploy/nginx.conf).
          await pause(proxyRetryMs);
        }
        return `rounds ${await roundsResumed(performance.now())} s after the last`;
      },
    },
  ];

  await pause(steadyMs);
  const baseline = longestPause(load.attempts, performance.now() - steadyMs, performance.now());
  const rows: string[][] = [['no fault', baseline, 'none', '']];
  for (const { name, walk } of faults) {
    const startedAt = performance.now();
    console.log(`${new Date().toISOString()} ${name}`);
    const measured = await walk(startedAt);
    await pause(steadyMs);
    rows.push([
      name,
      longestPause(load.attempts, startedAt, performance.now()),
      countFailures(load.attempts, startedAt),
      measured,
    ]);
  }
  await load.stop(30_000);

  const record = join(folder, 'stakes.jsonl');
  load.writeStakes(record);
  const audited = await runAudit(
    { DATABASE_URL: environment['DATABASE_URL'] ?? '', DATA_DIR: dataDir },
    '--acks',
    record,
  );
  const reader = new pg.Client(address);
  await reader.connect();
  const paid = await reader.query<{ id: string; amount_won: string }>(
    'SELECT id::text, amount_won::text FROM aviator_bet WHERE id = ANY ($1::bigint[])',
    [load.cashOuts.map(({ bet }) => bet)],
  );
  await reader.end();
  const written = new Map(paid.rows.map(({ id, amount_won: amount }) => [id, Number(amount)]));
  const unpaid = load.cashOuts.filter(({ bet, amountWonCoins }) => written.get(bet) !== amountWonCoins);

  console.log('\n| fault | longest time without a stake, s | failed requests, each retried | recovery |');
  console.log('| --- | ---: | --- | --- |');
  for (const row of rows) console.log(`| ${row.join(' | ')} |`);
  console.log(
    `\n${load.stakes.length} acknowledged stakes and ${load.cashOuts.length} cash-outs; ${unpaid.length} cash-outs differ from the database.`,
  );
  const isEmpty = load.stakes.length < playerCount || load.cashOuts.length === 0;
  if (isEmpty) console.log('Too few stakes or cash-outs for the walk to prove anything.');
  const notRecovered = rows.filter((row) => row.some((cell) => cell.includes('not within'))).length;
  console.log(audited.code === 0 ? 'The audit is clean.' : audited.output);
  exitCode = audited.code === 0 && unpaid.length === 0 && !isEmpty && notRecovered === 0 ? 0 : 1;
} finally {
  for (const end of ends.toReversed()) await end();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(exitCode);
