/**
 * A site behind PgBouncer in transaction mode, where a session is shared: it sees that, and plays as always. F3: it
 * plays again within seconds after the server behind was restarted.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { DatabaseAddress } from '../../apps/server/src/platform/database/connection.ts';
import { openDatabase } from '../../apps/server/src/platform/database/database.ts';
import { migrate } from '../../apps/server/src/platform/database/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../../apps/server/test/harness.ts';
import { startOwnPostgres } from '../../apps/server/test/own-postgres.ts';
import { PlayerClient, until } from '../../apps/server/test/player-client.ts';
import { urlOf } from '../../apps/server/test/shared-postgres.ts';
import {
  makeDataDir,
  siteOfCalls,
  startSiteProcess,
  type RunningSite,
} from '../../apps/server/test/site-process.ts';
import { signedMessage } from '../../apps/server/test/test-line.ts';
import { startTestSite } from '../../apps/server/test/test-site.ts';
import { anyInstantGame, gameSweeps, shortRounds } from './sweeps.ts';

/** Debian has it where only root's PATH leads. */
const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` };
const isInstalled = spawnSync('pgbouncer', ['--version'], { env }).status === 0;
if (!isInstalled)
  console.log('PgBouncer is not installed, its test is skipped. On Debian: apt-get install pgbouncer.');

const startPgBouncer = async (
  folder: string,
  { settings, users, server }: { settings: string; users: string; server: string },
): Promise<ChildProcess> => {
  writeFileSync(join(folder, 'ini'), settings);
  writeFileSync(join(folder, 'users'), users);
  // It refuses to run as root, and the folder of the server's socket is open to the server's user alone.
  const { uid, gid } = statSync(server);
  chownSync(folder, uid, gid);
  return spawn('pgbouncer', [join(folder, 'ini')], { uid, gid, env, cwd: folder, stdio: 'ignore' });
};
const untilConnected = (address: DatabaseAddress): Promise<void> =>
  until('it takes connections', async () => {
    const client = new pg.Client({ ...address });
    client.on('error', () => undefined);
    return client
      .connect()
      .then(() => client.end())
      .then(
        () => true,
        () => false,
      );
  });
/** What docs/operations/database.md gives to the login. */
const loginSettings = [
  `role = 'fairground_app'`,
  `TimeZone = 'UTC'`,
  `idle_in_transaction_session_timeout = '2s'`,
];

let folder: string;
let test: TestDatabase;
let pooler: ChildProcess;
let pooled: DatabaseAddress;

const asOwner = async (text: string): Promise<void> => {
  const client = new pg.Client({ ...test.address });
  await client.connect();
  await client.query(text).finally(() => client.end());
};

describe.runIf(isInstalled)('behind PgBouncer', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'fairground-pgbouncer-'));
    test = await createTestDatabase();
    const { host = '', port, database = '' } = test.address;
    const user = `${database}_site`;
    await asOwner(`CREATE ROLE ${user} LOGIN PASSWORD 'any' IN ROLE fairground_app`);
    const settings = [
      '[databases]',
      `* = host=${host} port=${port}`,
      '[pgbouncer]',
      `unix_socket_dir = ${folder}`,
      'listen_port = 6432',
      'pool_mode = transaction',
      // Fewer than the site opens to it, so that sessions are shared.
      'default_pool_size = 4',
      'auth_type = trust',
      `auth_file = ${join(folder, 'users')}`,
    ];
    chmodSync(dirname(host), 0o711);
    pooler = await startPgBouncer(folder, {
      settings: settings.join('\n'),
      users: `"${user}" "any"\n`,
      server: host,
    });
    pooled = { host: folder, port: 6432, user, password: 'any', database };
    await untilConnected(pooled);
  });
  afterAll(async () => {
    pooler?.kill('SIGKILL');
    await asOwner(`DROP ROLE ${pooled.user}`);
    await test?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('a site whose login lacks the settings of its connections refuses to start', async () => {
    await expect(startTestSite({ test, env: { DATABASE_URL: urlOf(pooled) } })).rejects.toThrow(
      'DATABASE_URL leads through a pooler',
    );
  });

  it('plays every game with a clean audit', async () => {
    for (const setting of loginSettings) await asOwner(`ALTER ROLE ${pooled.user} SET ${setting}`);
    // As RECONNECT in PgBouncer's console does.
    await asOwner(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${pooled.user}'`);
    const site = await startTestSite({
      test,
      clock: 'moved',
      env: { ...shortRounds, DATABASE_URL: urlOf(pooled) },
    });
    const player = await site.register('pooled');
    for (const { bet } of gameSweeps) await bet?.playOnce(site, player.token);

    const socket = new WebSocket(`${site.url.replace('http', 'ws')}/ws`);
    await once(socket, 'open');
    const spin = { type: 'spinWheel', payload: { amount: 10 }, requestId: 'spin', token: player.token };
    socket.send(signedMessage({ ...spin, nowMs: site.time.nowMs() }));
    await until('the wheel is spun', async () => (await site.rows('SELECT FROM wheel_spin')).length === 1);
    socket.terminate();

    const others = await Promise.all(
      Array.from({ length: 12 }, (_, index) => site.register(`pooled_${index}`)),
    );
    const { create, body } = anyInstantGame;
    for (const isReplay of [false, true]) {
      const answers = await Promise.all(others.map((other) => other.post(create, body, 'one-key')));
      expect(answers.map(({ status, replayed }) => [status, replayed])).toEqual(
        others.map(() => [201, isReplay]),
      );
    }
    expect(await site.findViolations()).toEqual([]);
    await site.close();
  });
});

/** The file that operators copy, with the paths of this test. */
const deployedSettings = (folder: string, server: string): string =>
  readFileSync(new URL('../../deploy/ha/pgbouncer.ini', import.meta.url), 'utf8')
    .replace('host=127.0.0.1', `host=${server}`)
    .replace(/^listen_addr = .*$/m, `unix_socket_dir = ${folder}`)
    .replace(/^auth_file = .*$/m, `auth_file = ${join(folder, 'users')}`);

/** Several attempts to log in are refused meanwhile. */
const databaseAwayMs = 1_500;

describe.runIf(isInstalled)('behind the PgBouncer of deploy/ha', () => {
  it('F3: bets are accepted within five seconds after PostgreSQL was restarted', async () => {
    const own = mkdtempSync(join(tmpdir(), 'fairground-pgbouncer-'));
    const { dataDir, remove } = await makeDataDir();
    const postgres = await startOwnPostgres();
    const user = 'fairground_site';
    const owned: DatabaseAddress = { ...postgres.address, database: 'fairground' };
    await postgres.rows('CREATE DATABASE fairground');
    const database = openDatabase({ address: owned, connections: 1, onError: () => undefined });
    await migrate(database);
    await database.close();
    await postgres.rows(`CREATE ROLE ${user} LOGIN PASSWORD 'any' IN ROLE fairground_app`);
    for (const setting of loginSettings) await postgres.rows(`ALTER ROLE ${user} SET ${setting}`);
    const poolerOfHosts = await startPgBouncer(own, {
      settings: deployedSettings(own, postgres.address.host),
      users: `"${user}" "any"\n`,
      server: postgres.address.host,
    });
    const address = { ...owned, host: own, port: 6432, user, password: 'any' };
    let site: RunningSite | undefined;
    try {
      await untilConnected(address);
      site = await startSiteProcess({ DATA_DIR: dataDir, DATABASE_URL: urlOf(address) }, siteOfCalls);
      const player = new PlayerClient(site.url, 'patient');
      await player.register();
      const bet = async () => (await player.call('POST', anyInstantGame.create, anyInstantGame.body)).status;
      expect(await bet()).toBe(201);
      let isBack = false;
      let refused = 0;
      await postgres.stop();
      const betting = (async () => {
        while (!isBack) if ((await bet()) === 503) refused += 1;
      })();
      await pause(databaseAwayMs);
      await postgres.start();
      const startedAt = performance.now();
      isBack = true;
      await betting;
      await until('a bet is accepted', async () => (await bet()) === 201);
      const recoveredMs = Math.round(performance.now() - startedAt);
      console.log(`a bet was accepted ${recoveredMs} ms after PostgreSQL was back; ${refused} were refused`);
      expect(refused).toBeGreaterThan(0);
      expect(recoveredMs).toBeLessThan(5_000);
    } finally {
      await site?.end('SIGTERM');
      poolerOfHosts.kill('SIGKILL');
      await postgres.close();
      await remove();
      rmSync(own, { recursive: true, force: true });
    }
  }, 120_000);
});
