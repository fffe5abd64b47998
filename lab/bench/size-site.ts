/** A site of the benchmark of sizes: a process of its own, in a memory limit if there is one. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { addCleanup } from './lib/cleanups.ts';

export interface SizedSite {
  url: string;
  pid: number;
  /** From the start of the process to its line that it is open. */
  readyMs: number;
  end(): Promise<void>;
}

/** Where the kernel limits memory, of either version of its interface. */
const controllers = [
  { folder: '/sys/fs/cgroup/memory', limit: 'memory.limit_in_bytes', peak: 'memory.max_usage_in_bytes' },
  { folder: '/sys/fs/cgroup', limit: 'memory.max', peak: 'memory.peak' },
];

export interface MemoryLimit {
  /** Processes that are written here are limited. */
  processes: string;
  /** The most that was in use, the cache of files included; undefined where the kernel does not say. */
  peakBytes(): number | undefined;
  remove(): Promise<void>;
}

/** Undefined, after one line that says why, where this machine makes none. */
export const createMemoryLimit = (megabytes: number): MemoryLimit | undefined => {
  for (const { folder, limit, peak } of controllers) {
    const own = join(folder, `fairground-bench-${process.pid}`);
    try {
      mkdirSync(own);
    } catch {
      continue;
    }
    const remove = addCleanup(() => rmdirSync(own));
    if (!existsSync(join(own, limit))) {
      void remove();
      continue;
    }
    writeFileSync(join(own, limit), String(megabytes * 2 ** 20));
    return {
      processes: join(own, 'cgroup.procs'),
      peakBytes: () =>
        existsSync(join(own, peak)) ? Number(readFileSync(join(own, peak), 'utf8')) : undefined,
      remove,
    };
  }
  console.log(`No memory limit: this needs root and a memory controller in ${controllers[1]?.folder}.`);
  return undefined;
};

export interface StartOptions {
  folder: string;
  command: readonly string[];
  env: Readonly<Record<string, string>>;
  limit?: MemoryLimit | undefined;
}

const { DATABASE_URL: _database, VALKEY_URL: _valkey, SITE_URL: _site, ...inherited } = process.env;
/** What npm gave this process would lead the other one's npm here. */
const ownEnv = Object.fromEntries(
  Object.entries(inherited).filter(([name]) => !/^(npm_|INIT_CWD$|NODE)/.test(name)),
);
const path = (process.env['PATH'] ?? '')
  .split(':')
  .filter((folder) => !folder.includes('node_modules'))
  .join(':');

/** Resolves once it is open. */
export const startSized = ({ folder, command, env, limit }: StartOptions): Promise<SizedSite> =>
  new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const limited = limit ? ['/bin/sh', '-c', `echo $$ > ${limit.processes}; exec "$@"`, 'sh'] : [];
    const [program = '', ...args] = [...limited, ...command];
    const child: ChildProcess = spawn(program, args, {
      cwd: folder,
      env: { ...ownEnv, PATH: path, PORT: '0', NODE_ENV: 'production', RATE_LIMITS: 'off', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const gone = new Promise<void>((done) => child.once('close', () => done()));
    const stop = addCleanup(async () => {
      child.kill('SIGTERM');
      await gone;
    });
    child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.once('error', reject);
    child.once('close', () => reject(new Error(`${command.join(' ')} ended before it was open:\n${output}`)));
    createInterface({ input: child.stdout! }).on('line', (line) => {
      output += `${line}\n`;
      const url = /Fairground is open at (http:\/\/[^"\s]+)/.exec(line)?.[1];
      if (url === undefined) return;
      resolve({ url, pid: child.pid ?? 0, readyMs: performance.now() - startedAt, end: stop });
    });
  });
