/** The site that programs from outside read: a process with built pages, at one address over restarts. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findFreePort } from '../../apps/server/test/free-port.ts';
import { makeDataDir, startSiteProcess, type RunningSite } from '../../apps/server/test/site-process.ts';
import { addCleanup } from '../bench/lib/cleanups.ts';

const run = promisify(execFile);
const adminFile = fileURLToPath(new URL('../../apps/server/src/admin.ts', import.meta.url));

export interface ReaderSite {
  url: string;
  port: number;
  /** Ends the process as a supervisor does, and starts it again. */
  restart(): Promise<void>;
  /** A command of an operator, and what it printed. */
  admin(...args: readonly string[]): Promise<string>;
  /** Ends the process, and starts again from a backup at the same address. */
  restoreFrom(backup: string): Promise<void>;
  end(): Promise<void>;
}

export const startReaderSite = async (env: Readonly<Record<string, string>> = {}): Promise<ReaderSite> => {
  let { dataDir } = await makeDataDir();
  const port = Number(env['PORT'] ?? (await findFreePort()));
  const ownEnv = () => ({ ...env, DATA_DIR: dataDir, PORT: String(port) });
  const start = (): Promise<RunningSite> => startSiteProcess(ownEnv());
  const admin = async (...args: readonly string[]): Promise<string> => {
    const { DATABASE_URL: _database, VALKEY_URL: _valkey, SITE_URL: _site, ...rest } = process.env;
    const { stdout, stderr } = await run(process.execPath, [adminFile, ...args], {
      env: { ...rest, NODE_ENV: 'production', ...ownEnv() },
    });
    return stdout + stderr;
  };
  let site = await start();
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    admin,
    async restart() {
      await site.end('SIGTERM');
      site = await start();
    },
    async restoreFrom(backup) {
      await site.end('SIGTERM');
      ({ dataDir } = await makeDataDir());
      await admin('restore', backup);
      site = await start();
    },
    end: addCleanup(() => site.end('SIGTERM')),
  };
};
