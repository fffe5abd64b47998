/**
 * A PostgreSQL of a test's own, from the embedded programs, that it can stop and start. It listens on a socket alone.
 */
import { once } from 'node:events';
import type { ChildProcess } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseAddress } from '../src/platform/database/connection.ts';
import { findBinaries } from '../src/platform/database/embedded-postgres-binaries.ts';
import { chooseLauncher } from '../src/platform/database/embedded-postgres-launch.ts';
import { until } from './player-client.ts';
import { queryOnce } from './query-once.ts';

/**
 * `env` is for the server alone, not for the program that makes its files; the server can read what is in the folder.
 */
export const startOwnPostgres = async (env: (folder: string) => Record<string, string> = () => ({})) => {
  const folder = mkdtempSync(join(tmpdir(), 'fairground-own-'));
  chmodSync(folder, 0o755);
  const plain = findBinaries(join(folder, 'lib'));
  const { owner, launch } = chooseLauncher(plain, folder, [folder]);
  const sockets = join(folder, 'sockets');
  mkdirSync(sockets);
  if (owner) for (const path of [folder, sockets]) chownSync(path, owner.uid, owner.gid);

  const data = join(folder, 'data');
  const init = launch(plain.initdb, [
    '--pgdata',
    data,
    '--username=postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
    '--no-instructions',
  ]);
  let said = '';
  init.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text));
  const [code, signal] = (await once(init, 'close')) as [number | null, string | null];
  if (code !== 0) throw new Error(`initdb ended with ${String(code ?? signal)}: ${said}`);

  const binaries = { ...plain, env: { ...plain.env, ...env(folder) } };
  const { launch: launchServer } = chooseLauncher(binaries, folder, [folder]);

  const address = {
    host: sockets,
    port: 5432,
    user: 'postgres',
    password: 'any',
    database: 'postgres',
  } satisfies DatabaseAddress;
  const rows = <Row extends object>(text: string): Promise<Row[]> => queryOnce<Row>(address, text);
  let server: ChildProcess | undefined;
  const settings = { listen_addresses: '', unix_socket_directories: sockets, fsync: 'off' };
  const start = async (): Promise<void> => {
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    server = launchServer(binaries.postgres, ['-D', data, ...args]);
    server.stderr?.resume();
    await until('the database answers', () => rows('SELECT').then(Boolean, () => false), 60_000);
  };
  /** Ends all connections; resolves when the server is gone. */
  const stop = async (): Promise<void> => {
    if (server === undefined) return;
    const gone = once(server, 'exit');
    server.kill('SIGINT');
    server = undefined;
    await gone;
  };
  await start();
  return {
    address,
    /** As the superuser. */
    rows,
    stop,
    start,
    async close() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

export type OwnPostgres = Awaited<ReturnType<typeof startOwnPostgres>>;
