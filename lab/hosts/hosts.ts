/**
 * The site on five hosts, as docs/operations/high-availability.md builds it, from the same files of deploy/ha: two for
 * the site, each with HAProxy and Valkey, and three for the database, each with PostgreSQL under Patroni and etcd.
 */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { DatabaseAddress } from '../../apps/server/src/platform/database/connection.ts';
import { findProgram } from '../../scripts/find-program.ts';
import { until } from '../../apps/server/test/player-client.ts';
import { urlOf } from '../../apps/server/test/shared-postgres.ts';
import { runAudit } from '../../apps/server/test/site-process.ts';
import { createNetwork, Host, type Service } from './network.ts';

const root = new URL('../..', import.meta.url).pathname;
const deployed = join(root, 'deploy/ha');
const folderPrefix = 'fairground-hosts-';

const programs = {
  patroni: 'patroni',
  etcd: 'etcd-server',
  etcdctl: 'etcd-client',
  haproxy: 'haproxy',
  'redis-server': 'redis-server',
  'redis-sentinel': 'redis-sentinel',
  ip: 'iproute2',
  curl: 'curl',
};
const postgres = '/usr/lib/postgresql/15/bin/postgres';

const clockLibrary = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1';
/** With Debian's `faketime`. Valkey does not run under it, so that only the site's own process has another time. */
export const canSetClocks = existsSync(clockLibrary);
const clockEnv = {
  LD_PRELOAD: clockLibrary,
  FAKETIME_TIMESTAMP_FILE: '/var/lib/clock',
  FAKETIME_CACHE_DURATION: '1',
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
  DONT_FAKE_MONOTONIC: '1',
  NO_FAKE_STAT: '1',
};

/** Why there can be no hosts here, in a line; undefined where there can. */
export const hostsMissing = (): string | undefined => {
  const packages = Object.entries(programs)
    .filter(([program]) => findProgram(program) === undefined)
    .map(([, name]) => name);
  if (!existsSync(postgres)) packages.push('postgresql-15');
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'Skipped: a cluster of hosts needs root on Linux, for its network namespaces.';
  if (packages.length > 0) return `Skipped: a cluster of hosts needs apt-get install ${packages.join(' ')}.`;
  return undefined;
};

/** In memory where there is enough: each database keeps up to 1 GB of its write-ahead log. */
const largeFolder = (): string => {
  const memory = '/dev/shm';
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > 6e9 ? memory : tmpdir();
};

type DatabaseName = 'db1' | 'db2' | 'db3';
type SiteName = 'site1' | 'site2';
export type HostName = SiteName | DatabaseName;
const databaseNames: readonly DatabaseName[] = ['db1', 'db2', 'db3'];
const siteNames: readonly SiteName[] = ['site1', 'site2'];

export interface Roles {
  primary: Host;
  synchronous: Host;
  /** The standby that is not waited for. */
  other: Host;
}

export interface Hosts {
  readonly host: Readonly<Record<HostName, Host>>;
  readonly databases: readonly Host[];
  readonly sites: readonly Host[];
  /** A port of loopback for each site host, which leads to its HAProxy. */
  readonly urls: readonly string[];
  /** The databases by role; undefined while they are not three that replicate. */
  roles(): Promise<Roles | undefined>;
  director(): Promise<Host | undefined>;
  etcdLeader(): Promise<Host | undefined>;
  messagesPrimary(): Promise<Host | undefined>;
  /** Resolves when every part of every host does its work. */
  whole(): Promise<void>;
  /** A statement as the superuser, on the primary. */
  asOwner<Row extends object>(text: string, ...values: unknown[]): Promise<Row[]>;
  /** Whether its database is no standby. */
  isPromoted(host: Host): Promise<boolean>;
  /** Cancels what waits on this host for a standby. Returns how many there were. */
  cancelWaits(primary: Host): Promise<number>;
  audit(acknowledgements: string): Promise<{ code: number; output: string }>;
  readonly dataDir: string;
  /** Happens by itself at the end of this process. */
  close(): void;
}

export interface HostsOptions {
  /** Settings of the site. */
  env: Record<string, string>;
  /** The first is for site1; free ones without. */
  ports?: readonly number[];
  log?: (line: string) => void;
}

export const startHosts = async ({
  env,
  ports = [0, 0],
  log = () => undefined,
}: HostsOptions): Promise<Hosts> => {
  const missing = hostsMissing();
  if (missing !== undefined) throw new Error(missing);
  await removeLeftovers();
  const folder = await mkdtemp(join(largeFolder(), `${folderPrefix}${process.pid}-`));
  // Users of services pass through it.
  await chmod(folder, 0o755);
  const network = await createNetwork(folder);
  const password = randomBytes(16).toString('hex');
  const addresses = readAddresses();
  const forwards: Server[] = [];
  // One file for both sites, where real machines have a copy each.
  const seedKey = join(folder, 'seed.key');
  const owner = (host: Host): DatabaseAddress => ({
    host: host.pathOf('run/postgresql'),
    port: 5432,
    user: 'postgres',
    password,
    database: 'fairground',
  });

  const databaseUrl = (user: string): string => `postgres://${user}:${password}@127.0.0.1:5000/fairground`;
  const makeHost = (name: HostName, services: readonly Service[]): Host =>
    new Host(network, name, addresses.get(name) ?? '', services);
  const site: Service = {
    name: 'site',
    user: 'root',
    command: [process.execPath, join(root, 'apps/server/src/main.ts')],
    env: {
      NODE_ENV: 'production',
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compile'),
      HOST: '0.0.0.0',
      PORT: '3000',
      DATA_DIR: '/var/lib/fairground',
      PAGES_DIR: '/var/lib/fairground/pages',
      SEED_KEY_FILE: seedKey,
      DATABASE_URL: databaseUrl('fairground_site'),
      DATABASE_OWNER_URL: databaseUrl('fairground'),
      VALKEY_URL: 'redis://127.0.0.1:6380',
      TRUST_PROXY: '10.77.0.0/24',
      ...(canSetClocks ? clockEnv : {}),
      ...env,
    },
  };
  const sentinel: Service = {
    name: 'sentinel',
    user: 'redis',
    command: ['redis-sentinel', '/var/lib/redis/sentinel.conf'],
  };
  const siteServices: readonly Service[] = [
    { name: 'valkey', user: 'redis', command: ['redis-server', '/var/lib/redis/valkey.conf'] },
    sentinel,
    {
      name: 'haproxy',
      user: 'root',
      command: ['haproxy', '-f', '/var/lib/haproxy/haproxy.cfg', '-f', '/var/lib/haproxy/look.cfg'],
    },
    site,
  ];
  const databaseServices = (name: DatabaseName): readonly Service[] => [
    {
      name: 'etcd',
      user: 'etcd',
      command: ['etcd'],
      env: { ETCD_DATA_DIR: '/var/lib/etcd/default', ...etcdEnv(fill('etcd.env', name)) },
    },
    { name: 'patroni', user: 'postgres', command: ['patroni', '/var/lib/postgresql/patroni.yml'] },
  ];
  /** A file of deploy/ha for a host. */
  const fill = (file: string, name: HostName): string =>
    readFileSync(join(deployed, file), 'utf8')
      .replaceAll('@HOST@', name)
      .replaceAll('@ADDRESS@', addresses.get(name) ?? '')
      .replaceAll('@PASSWORD@', password);

  const host = {
    site1: makeHost('site1', siteServices),
    site2: makeHost('site2', siteServices),
    db1: makeHost('db1', [...databaseServices('db1'), sentinel]),
    db2: makeHost('db2', databaseServices('db2')),
    db3: makeHost('db3', databaseServices('db3')),
  };
  const sites = siteNames.map((name) => host[name]);
  const databases = databaseNames.map((name) => host[name]);

  const prepare = async (name: HostName): Promise<void> => {
    const add = async (file: string, user: string, text?: string): Promise<void> => {
      const [uid = 0, gid = 0] = ['-u', '-g'].map((option) =>
        Number(execFileSync('id', [option, user], { encoding: 'utf8' })),
      );
      const path = host[name].pathOf(file);
      await mkdir(join(path, text === undefined ? '' : '..'), { recursive: true });
      if (text !== undefined) await writeFile(path, text, { mode: 0o600 });
      await chown(path, uid, gid);
    };
    await add('hosts', 'root', `127.0.0.1 localhost\n${fill('hosts', name)}`);
    await chmod(host[name].pathOf('hosts'), 0o644);
    await add('var/lib/redis', 'redis');
    if (name.startsWith('site') || name === 'db1')
      await add('var/lib/redis/sentinel.conf', 'redis', fill('sentinel.conf', name));
    if (name.startsWith('site')) {
      host[name].setClock('+0s');
      const valkey = fill('valkey.conf', name);
      await add(
        'var/lib/redis/valkey.conf',
        'redis',
        name === 'site1' ? valkey.replace(/^replicaof .*$/m, '') : valkey,
      );
      await add('var/lib/haproxy/haproxy.cfg', 'root', fill('haproxy.cfg', name));
      await add(
        'var/lib/haproxy/look.cfg',
        'root',
        `frontend look\n  bind /run/look.sock\n  default_backend sites\n`,
      );
    } else {
      await add('var/lib/etcd', 'etcd');
      await add('var/lib/postgresql', 'postgres');
      await add('var/lib/postgresql/patroni.yml', 'postgres', fill('patroni.yml', name));
      await add('run/postgresql', 'postgres');
    }
  };

  const ask = async <Row extends object>(
    at: Host,
    database: string,
    text: string,
    values: unknown[] = [],
  ): Promise<Row[]> => {
    const client = new pg.Client({
      ...owner(at),
      database,
      connectionTimeoutMillis: 2_000,
      query_timeout: 5_000,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return (await client.query<Row>(text, values)).rows;
    } finally {
      void client.end().catch(() => undefined);
    }
  };

  /** How a database is replicated, from its own view; undefined for a standby, and for one that does not answer. */
  const standbysOf = async (each: Host): Promise<{ name: string; sync_state: string }[] | undefined> => {
    if (!each.isUp) return undefined;
    try {
      const [state] = await ask<{ standbys: { name: string; sync_state: string }[] | null }>(
        each,
        'postgres',
        `SELECT (SELECT json_agg(json_build_object('name', application_name, 'sync_state', sync_state))
           FROM pg_stat_replication WHERE state = 'streaming') AS standbys WHERE NOT pg_is_in_recovery()`,
      );
      return state && (state.standbys ?? []);
    } catch {
      return undefined;
    }
  };
  const requirePrimary = async (): Promise<Host> => {
    const states = await Promise.all(databases.map(standbysOf));
    const primary = databases.find((_host, index) =>
      states[index]?.some(({ sync_state: state }) => state === 'sync'),
    );
    if (primary === undefined) throw new Error('there is no primary');
    return primary;
  };

  const roles = async (): Promise<Roles | undefined> => {
    for (const primary of databases) {
      const standbys = await standbysOf(primary);
      const named = (state: string) =>
        databases.find(({ name }) =>
          standbys?.some((each) => each.name === name && each.sync_state === state),
        );
      const synchronous = named('sync');
      const other = named('async');
      if (synchronous && other) return { primary, synchronous, other };
    }
    return undefined;
  };

  const health = async (at: Host): Promise<{ director?: boolean; messages?: string } | undefined> => {
    const answer = await at.read('curl', '-sf', '-m', '2', 'http://127.0.0.1:3000/api/health/ready');
    return answer === '' ? undefined : (JSON.parse(answer) as { director: boolean });
  };
  /** Undefined where the member does not answer. */
  const leadsEtcd = async (at: Host): Promise<boolean | undefined> => {
    const command = 'etcdctl endpoint status --write-out=json --command-timeout=2s';
    const answer = await at.read('env', 'ETCDCTL_API=3', ...command.split(' '));
    if (answer === '') return undefined;
    const [member] = JSON.parse(answer) as { Status: { leader: number; header: { member_id: number } } }[];
    return member?.Status.leader === member?.Status.header.member_id;
  };
  const isMessagesPrimary = async (at: Host, standbys = ''): Promise<boolean> => {
    const answer = await at.read('timeout', '2', 'redis-cli', 'info', 'replication');
    return answer.includes('role:master') && answer.includes(standbys);
  };
  const findAmong = async (
    among: readonly Host[],
    is: (host: Host) => Promise<boolean | undefined>,
  ): Promise<Host | undefined> => {
    const answers = await Promise.all(among.map((each) => is(each)));
    return among.find((_host, index) => answers[index]);
  };

  const isWhole = async (): Promise<boolean> => {
    // Each look starts programs.
    await pause(500);
    if ((await roles()) === undefined) return false;
    const etcd = await Promise.all(databases.map(leadsEtcd));
    if (etcd.includes(undefined) || !etcd.includes(true)) return false;
    const answers = await Promise.all(sites.map(health));
    if (answers.some((answer) => answer?.messages !== 'ok')) return false;
    if (!answers.some((answer) => answer?.director)) return false;
    const primaries = await Promise.all(sites.map((each) => isMessagesPrimary(each, 'connected_slaves:1')));
    return primaries.includes(true);
  };

  const close = (): void => {
    process.removeListener('exit', close);
    for (const server of forwards) server.close();
    for (const each of [...sites, ...databases]) each.killAll();
    network.close();
    // The kernel ends the processes of a host one after the other.
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
  };
  process.once('exit', close);

  try {
    for (const name of [...databaseNames, ...siteNames]) await prepare(name);
    log('starting db1, db2 and db3: etcd, Patroni, PostgreSQL 15');
    for (const each of databases) await each.boot();
    await until('the databases replicate', async () => (await roles()) !== undefined, 120_000);
    const primary = await requirePrimary();
    for (const statement of databaseRoles(password)) await ask(primary, 'postgres', statement);
    log('starting site1 and site2: Valkey, Sentinel, HAProxy, the site');
    await host.site1.boot();
    // The first one migrates the database, creates the seed key, and builds the pages.
    await until('site1 is ready', async () => pause(500, (await health(host.site1)) !== undefined), 300_000);
    await host.site2.boot();
    await until('the cluster is whole', isWhole, 300_000);
    for (const [index, each] of sites.entries()) forwards.push(await forward(ports[index] ?? 0, each));
  } catch (error) {
    for (const each of [...sites, ...databases])
      for (const { name } of [...siteServices, ...databaseServices('db1')]) {
        const file = join(folder, each.name, `${name}.log`);
        if (existsSync(file)) log(`${each.name} ${name}: ${readFileSync(file, 'utf8').slice(-600)}`);
      }
    close();
    throw error;
  }

  return {
    host,
    databases,
    sites,
    urls: forwards.map((server) => `http://127.0.0.1:${(server.address() as { port: number }).port}`),
    roles,
    director: () => findAmong(sites, async (each) => (await health(each))?.director),
    etcdLeader: () => findAmong(databases, leadsEtcd),
    messagesPrimary: () => findAmong(sites, isMessagesPrimary),
    whole: () => until('the cluster is whole', isWhole, 120_000),
    asOwner: async (text, ...values) => ask(await requirePrimary(), 'fairground', text, values),
    isPromoted: async (each) => (await standbysOf(each)) !== undefined,
    async cancelWaits(primary) {
      const cancel = `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'`;
      return ask(primary, 'postgres', cancel).then(
        ({ length }) => length,
        () => 0,
      );
    },
    async audit(acknowledgements) {
      const env = {
        DATA_DIR: folder,
        SEED_KEY_FILE: seedKey,
        DATABASE_URL: urlOf(owner(await requirePrimary())),
      };
      return runAudit(env, '--acks', acknowledgements);
    },
    dataDir: folder,
    close,
  };
};

/** Removes what a run that was killed left behind: its hosts ended with it. */
const removeLeftovers = async (): Promise<void> => {
  for (const parent of ['/dev/shm', tmpdir()])
    for (const name of existsSync(parent) ? await readdir(parent) : []) {
      const [, pid] = new RegExp(`^${folderPrefix}(\\d+)-`).exec(name) ?? [];
      if (pid !== undefined && !existsSync(`/proc/${pid}`))
        rmSync(join(parent, name), { recursive: true, force: true });
    }
};

const readAddresses = (): Map<string, string> =>
  new Map(
    readFileSync(join(deployed, 'hosts'), 'utf8')
      .split('\n')
      .filter((line) => /^\d/.test(line))
      .map((line) => line.split(' ').toReversed() as [string, string]),
  );

const etcdEnv = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => /^\w+=/.test(line))
      .map((line) => line.split(/=(.*)/s, 2)),
  );

/** The roles of docs/operations/database.md; the first start of the site creates its login. */
const databaseRoles = (password: string): string[] => [
  `CREATE ROLE fairground LOGIN CREATEROLE PASSWORD '${password}'`,
  `CREATE DATABASE fairground OWNER fairground`,
];

/** Connections to a port of this machine's loopback go to a socket of HAProxy of that host. */
const forward = (port: number, host: Host): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer((visitor) => {
      const inside = connect(join(host.pathOf('run/look.sock')));
      for (const socket of [visitor, inside])
        socket
          .on('error', () => undefined)
          .on('close', () => {
            visitor.destroy();
            inside.destroy();
          });
      visitor.pipe(inside).pipe(visitor);
    });
    server.once('error', reject).listen(port, '127.0.0.1', () => resolve(server));
  });
