/** A site behind PgBouncer in transaction mode, where a session is shared: it sees that, and plays as always. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { DatabaseAddress } from '../../apps/server/src/platform/database/connection.ts';
import { createTestDatabase, type TestDatabase } from '../../apps/server/test/harness.ts';
import { until } from '../../apps/server/test/player-client.ts';
import { urlOf } from '../../apps/server/test/shared-postgres.ts';
import { signedMessage } from '../../apps/server/test/test-line.ts';
import { startTestSite } from '../../apps/server/test/test-site.ts';
import { anyInstantGame, gameSweeps, shortRounds } from './sweeps.ts';

/** Debian has it where only root's PATH leads. */
const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` };
const isInstalled = spawnSync('pgbouncer', ['--version'], { env }).status === 0;
if (!isInstalled)
  console.log('PgBouncer is not installed, its test is skipped. On Debian: apt-get install pgbouncer.');

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
      'ignore_startup_parameters = options',
      'auth_type = trust',
      `auth_file = ${join(folder, 'users')}`,
    ];
    writeFileSync(join(folder, 'ini'), settings.join('\n'));
    writeFileSync(join(folder, 'users'), `"${user}" "any"\n`);
    // It refuses to run as root, and the folder of the server's socket is open to the server's user alone.
    const { uid, gid } = statSync(host);
    chownSync(folder, uid, gid);
    chmodSync(dirname(host), 0o711);
    pooler = spawn('pgbouncer', [join(folder, 'ini')], { uid, gid, env, cwd: folder, stdio: 'ignore' });
    pooled = { host: folder, port: 6432, user, password: 'any', database };
    await until('it takes connections', async () => {
      const client = new pg.Client({ ...pooled });
      client.on('error', () => undefined);
      return client
        .connect()
        .then(() => client.end())
        .then(
          () => true,
          () => false,
        );
    });
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
    await asOwner(`ALTER ROLE ${pooled.user} SET TimeZone = 'UTC'`);
    await asOwner(`ALTER ROLE ${pooled.user} SET idle_in_transaction_session_timeout = '2s'`);
    await asOwner(`ALTER ROLE ${pooled.user} SET role = 'fairground_app'`);
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
