/** The site as a separate process, as an operator runs it, for tests that need real sockets or kill it. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const pathOf = (file: string): string => new URL(file, import.meta.url).pathname;
const main = pathOf('../src/main.ts');
const admin = pathOf('../src/admin.ts');
/** Like main.ts, with short rounds. */
export const browserSite = pathOf('browser-site.ts');
/** Without pages too. */
export const siteOfCalls = pathOf('site-of-calls.ts');
const compileCache = pathOf('../../../node_modules/.cache/compile');

export interface RunningSite {
  url: string;
  child: ChildProcess;
  /** What it printed so far. */
  output(): string;
  /** Ends the process with that signal and waits until it is gone. */
  end(signal: NodeJS.Signals): Promise<void>;
}

export const makeDataDir = async (): Promise<{ dataDir: string; remove: () => Promise<void> }> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'fairground-site-'));
  // A database server that lost its site a moment ago may still be writing.
  return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true, maxRetries: 10 }) };
};

const childEnv = (env: Record<string, string>): NodeJS.ProcessEnv => {
  const { DATABASE_URL: _database, VALKEY_URL: _valkey, SITE_URL: _site, ...rest } = process.env;
  return { NODE_COMPILE_CACHE: compileCache, ...rest, NODE_ENV: 'production', ...env };
};

/**
 * Resolves once the site serves requests. Starts it again, as a supervisor does, where the machine was too busy
 * for it to reach the database.
 */
export const startSiteProcess = async (env: Record<string, string>, program = main): Promise<RunningSite> => {
  for (;;) {
    try {
      return await startOnce(env, program);
    } catch (error) {
      if (!/does not answer in time|due to connection timeout/.test(String(error))) throw error;
    }
  }
};

const startOnce = (env: Record<string, string>, program: string): Promise<RunningSite> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program], {
      env: childEnv({ PORT: '0', RATE_LIMITS: 'off', ...env }),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const gone = new Promise<void>((done) => child.once('close', () => done()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.once('close', () => reject(new Error(`the site ended before it was open:\n${output}`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      output += `${line}\n`;
      const url = /Fairground is open at (http:\/\/[^"\s]+)/.exec(line)?.[1];
      if (url === undefined) return;
      resolve({
        url,
        child,
        output: () => output,
        async end(signal) {
          child.kill(signal);
          await gone;
        },
      });
    });
  });

/** Runs the auditor as an operator would. */
export const runAudit = (
  env: Record<string, string>,
  ...options: readonly string[]
): Promise<{ code: number; output: string }> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [admin, 'audit', ...options], {
      env: childEnv(env),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const collect = (chunk: Buffer) => (output += chunk.toString());
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
