/**
 * A PostgreSQL and its standby, from the embedded programs, that a test can kill, freeze and promote, and one
 * address for both, which leads to the primary. All listen on sockets; nobody restarts the servers.
 */
import { once } from 'node:events';
import { execFileSync, type ChildProcess } from 'node:child_process';
import { chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer as createProxy, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { DatabaseAddress } from '../../apps/server/src/platform/database/connection.ts';
import { findBinaries } from '../../apps/server/src/platform/database/embedded-postgres-binaries.ts';
import { chooseLauncher } from '../../apps/server/src/platform/database/embedded-postgres-launch.ts';
import { until } from '../../apps/server/test/player-client.ts';
import { queryOnce } from '../../apps/server/test/query-once.ts';
import { killServer } from '../../apps/server/test/server-processes.ts';

export interface PairedServer {
  /** With `postgres` in it: see server-processes.ts. */
  dataDir: string;
  /** Any password is right. */
  address: DatabaseAddress & { host: string };
  start(primaryConninfo?: string): Promise<void>;
  /** Resolves when the server is gone. */
  kill(): Promise<void>;
  query<Row extends object>(text: string): Promise<Row[]>;
}

const following = `SELECT FROM pg_stat_replication WHERE state = 'streaming'`;

export const startPostgresPair = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fairground-pair-'));
  const binaries = findBinaries(join(folder, 'lib'));
  const { owner, launch } = chooseLauncher(binaries, folder, [folder]);
  const give = (path: string) => owner && chownSync(path, owner.uid, owner.gid);
  give(folder);

  const createServer = (name: string): PairedServer => {
    const dataDir = join(folder, name);
    mkdirSync(dataDir);
    give(dataDir);
    const address = { host: dataDir, port: 5432, user: 'postgres', password: 'any', database: 'postgres' };
    let child: ChildProcess | undefined;
    const query = <Row extends object>(text: string): Promise<Row[]> => queryOnce<Row>(address, text);
    const all = { fsync: 'off', listen_addresses: '', unix_socket_directories: dataDir };
    return {
      dataDir,
      address,
      query,
      async start(primaryConninfo = '') {
        const args = Object.entries({ ...all, primary_conninfo: primaryConninfo }).flatMap(([key, value]) => [
          '-c',
          `${key}=${value}`,
        ]);
        child = launch(binaries.postgres, ['-D', join(dataDir, 'postgres'), ...args]);
        child.stderr?.resume();
        await until(`${name} answers`, () => query('SELECT 1').then(Boolean, () => false), 60_000);
      },
      async kill() {
        if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
        const gone = once(child, 'exit');
        killServer(dataDir);
        await gone;
      },
    };
  };

  let primary = createServer('one');
  let standby = createServer('two');
  const follow = async (from: PairedServer, to: PairedServer): Promise<void> => {
    const [source, copy] = [from, to].map(({ dataDir }) => join(dataDir, 'postgres')) as [string, string];
    rmSync(copy, { recursive: true, force: true });
    const session = new pg.Client(from.address);
    await session.connect();
    await session.query(`SELECT pg_backup_start('copy', true)`);
    execFileSync('cp', ['-a', source, copy]);
    const { rows } = await session.query<{ labelfile: string }>(
      'SELECT labelfile FROM pg_backup_stop(false)',
    );
    await session.end();
    rmSync(join(copy, 'postmaster.pid'));
    writeFileSync(join(copy, 'backup_label'), rows[0]?.labelfile ?? '');
    writeFileSync(join(copy, 'standby.signal'), '');
    await to.start(`host=${from.dataDir} user=postgres`);
    await until('the standby follows', async () => (await from.query(following)).length > 0);
    await from.query(`ALTER SYSTEM SET synchronous_standby_names = '*'`);
    await from.query('SELECT pg_reload_conf()');
    await until(
      'commits wait for it',
      async () => (await from.query(`${following} AND sync_state = 'sync'`)).length > 0,
    );
  };
  /** Stands in for a proxy that asks which server is the primary: when that changes it ends all connections. */
  let target = primary;
  const sessions = new Set<Socket>();
  const proxy = createProxy((client) => {
    const server = connect(join(target.dataDir, '.s.PGSQL.5432'));
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sessions.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sessions.delete(socket);
        other.destroy();
      });
    }
    client.pipe(server).pipe(client);
  });
  const pointTo = (server: PairedServer): void => {
    target = server;
    for (const socket of sessions) socket.destroy();
  };
  const proxyFolder = join(folder, 'proxy');
  mkdirSync(proxyFolder);
  const close = async () => {
    proxy.close();
    for (const socket of sessions) socket.destroy();
    await Promise.all([primary.kill(), standby.kill()]);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const data = join(primary.dataDir, 'postgres');
    const [code] = await once(
      launch(binaries.initdb, [
        '-D',
        data,
        '-U',
        'postgres',
        '-A',
        'trust',
        '--no-sync',
        '--no-instructions',
      ]),
      'exit',
    );
    if (code !== 0) throw new Error(`initdb ended with ${code}`);
    await primary.start();
    await follow(primary, standby);
    await once(proxy.listen(join(proxyFolder, '.s.PGSQL.5432')), 'listening');
  } catch (error) {
    await close();
    throw error;
  }
  return {
    get primary() {
      return primary;
    },
    get standby() {
      return standby;
    },
    /** The address of the primary, whichever that is. */
    url: `postgres://postgres@${encodeURIComponent(proxyFolder)}/postgres`,
    async promote() {
      // Its configuration is the primary's, whose standby it was.
      await standby.query('ALTER SYSTEM RESET synchronous_standby_names');
      await standby.query('SELECT pg_reload_conf(), pg_promote()');
      pointTo(standby);
    },
    /** After a promotion: what was the primary follows as the synchronous standby, with a new copy of the data. */
    async exchange() {
      await primary.kill();
      [primary, standby] = [standby, primary];
      await follow(primary, standby);
    },
    close,
  };
};

export type PostgresPair = Awaited<ReturnType<typeof startPostgresPair>>;
