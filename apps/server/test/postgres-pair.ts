/**
 * A PostgreSQL and its standby, from the embedded programs, that a test can kill, freeze and promote. Both listen on sockets;
 * nobody restarts them.
 */
import { once } from 'node:events';
import { execFileSync, type ChildProcess } from 'node:child_process';
import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { DatabaseAddress } from '../src/platform/database/database.ts';
import { findBinaries } from '../src/platform/database/embedded-postgres-binaries.ts';
import { chooseLauncher } from '../src/platform/database/embedded-postgres-launch.ts';
import { until } from './player-client.ts';
import { killServer } from './server-processes.ts';

export interface PairedServer {
  /** With `postgres` in it: see server-processes.ts. */
  dataDir: string;
  /** Any password is right. */
  address: DatabaseAddress & { host: string };
  start(): Promise<void>;
  /** Resolves when the server is gone. */
  kill(): Promise<void>;
  query<Row extends object>(text: string): Promise<Row[]>;
}

export interface PostgresPair {
  primary: PairedServer;
  standby: PairedServer;
  /** Names both, the primary first. */
  url: string;
  promote(): Promise<void>;
  close(): Promise<void>;
}

/** Without `isSynchronous`, the primary does not wait for the standby. */
export const startPostgresPair = async ({ isSynchronous = true } = {}): Promise<PostgresPair> => {
  const folder = await mkdtemp(join(tmpdir(), 'fairground-pair-'));
  const binaries = findBinaries(join(folder, 'lib'));
  const { owner, launch } = chooseLauncher(binaries, folder, [folder]);
  const give = (path: string) => owner && chownSync(path, owner.uid, owner.gid);
  give(folder);

  const createServer = (name: string, settings: Record<string, string>): PairedServer => {
    const dataDir = join(folder, name);
    mkdirSync(dataDir);
    give(dataDir);
    const address = { host: dataDir, port: 5432, user: 'postgres', password: 'any', database: 'postgres' };
    let child: ChildProcess | undefined;
    const query = async <Row extends object>(text: string): Promise<Row[]> => {
      const client = new pg.Client(address);
      client.on('error', () => undefined);
      try {
        await client.connect();
        return (await client.query<Row>(text)).rows;
      } finally {
        void client.end().catch(() => undefined);
      }
    };
    const all = { fsync: 'off', listen_addresses: '', unix_socket_directories: dataDir, ...settings };
    return {
      dataDir,
      address,
      query,
      async start() {
        const args = Object.entries(all).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
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

  const primary = createServer('one', isSynchronous ? { synchronous_standby_names: '*' } : {});
  const standby = createServer('two', {
    primary_conninfo: `host=${primary.dataDir} user=postgres`,
  });
  const close = async () => {
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
    execFileSync('cp', ['-a', data, standby.dataDir]);
    writeFileSync(join(standby.dataDir, 'postgres', 'standby.signal'), '');
    await Promise.all([primary.start(), standby.start()]);
    await until(
      'the standby follows',
      async () => (await primary.query('SELECT FROM pg_stat_replication')).length > 0,
    );
  } catch (error) {
    await close();
    throw error;
  }
  const hosts = [primary, standby].map(({ dataDir }) => encodeURIComponent(dataDir)).join(',');
  return {
    primary,
    standby,
    url: `postgres://postgres@${hosts}/postgres?target_session_attrs=read-write`,
    async promote() {
      await standby.query('SELECT pg_promote()');
    },
    close,
  };
};
