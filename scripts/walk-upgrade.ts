/**
 * Walks the upgrade of docs/operations.md on this machine: two releases by deploy/fairground-release into a folder of
 * its own, a site with its embedded database under steady requests, the switch of the link, a restart. Fails where
 * anything but 200 is answered outside the seconds of the restart, or anything in a release is writable for others.
 *
 *   node scripts/walk-upgrade.ts [OLD_REF [NEW_REF]]      by default HEAD~1 and HEAD; a few minutes
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { globSync, lstatSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

const repository = join(import.meta.dirname, '..');
const [oldRef = 'HEAD~1', newRef = 'HEAD'] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'fairground-upgrade-'));
const root = join(folder, 'opt');
const current = join(root, 'current');
const requestEveryMs = 50;
const startWithinMs = 180_000;

const env = {
  ...process.env,
  FAIRGROUND_ROOT: root,
  DATA_DIR: join(folder, 'data'),
  PAGES_DIR: join(folder, 'pages'),
  NODE_COMPILE_CACHE: join(folder, 'compiled'),
  PORT: '0',
};

const commitOf = (ref: string): string =>
  execFileSync('git', ['-C', repository, 'rev-parse', ref], { encoding: 'utf8' }).trim();

/** Asynchronous, so that requests continue during the release. */
const release = (commit: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = join(repository, 'deploy/fairground-release');
    const child = spawn('sh', [script, repository, commit], { env, stdio: ['ignore', 'inherit', 'inherit'] });
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`fairground-release ended with ${code}`));
    });
  });

const running = new Set<ChildProcess>();

const start = (): Promise<{ url: string; stop: () => Promise<void> }> =>
  new Promise((resolve, reject) => {
    const child = spawn('npm', ['start', '--silent'], {
      cwd: current,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    running.add(child);
    const gone = new Promise<void>((done) => child.once('close', () => done()));
    const tooLate = setTimeout(() => reject(new Error('the site did not start in time')), startWithinMs);
    child.once('close', () => {
      running.delete(child);
      reject(new Error('the site ended before it was open'));
    });
    createInterface({ input: child.stdout }).on('line', (line) => {
      const url = /Fairground is open at (http:\/\/[^"\s]+)/.exec(line)?.[1];
      if (url === undefined) return;
      clearTimeout(tooLate);
      resolve({
        url,
        async stop() {
          child.kill('SIGTERM');
          await gone;
        },
      });
    });
  });

/** What came of requests for a page, a call that reads and one that writes, since it was last asked. */
const counts = new Map<string, number>();
let url = '';
let asking = true;
const paths = ['/', '/api/games/config', '/api/health/ready', '/api/lottery'];

const askSteadily = async (): Promise<void> => {
  for (let turn = 0; asking; turn++) {
    const path = paths[turn % paths.length] ?? '/';
    const outcome = await fetch(`${url}${path}`, { signal: AbortSignal.timeout(10_000) }).then(
      async (answer) => {
        await answer.arrayBuffer();
        return String(answer.status);
      },
      () => 'no connection',
    );
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    await pause(requestEveryMs);
  }
};

const report = (phase: string, allowed: readonly string[]): number => {
  const outcomes = [...counts].map(([outcome, count]) => `${outcome}: ${count}`).join(', ');
  const wrong = [...counts.keys()].filter((outcome) => !allowed.includes(outcome));
  console.log(`${phase}: ${outcomes}${wrong.length > 0 ? `   WRONG: ${wrong.join(', ')}` : ''}`);
  counts.clear();
  return wrong.length;
};

/** Files of the release that others than their owner may write. */
const writableForOthers = (): string[] =>
  globSync(['**/*', '**/.*'], { cwd: realpathSync(current) }).filter((name) => {
    const found = lstatSync(join(realpathSync(current), name));
    return !found.isSymbolicLink() && (found.mode & 0o022) !== 0;
  });

let faults = 0;
try {
  const commits = { old: commitOf(oldRef), new: commitOf(newRef) };
  await release(commits.old);
  let site = await start();
  url = site.url;
  const requests = askSteadily();
  await pause(2_000);
  faults += report('before', ['200']);
  await release(commits.new);
  faults += report('while the new version is installed', ['200']);
  const writable = writableForOthers();
  if (writable.length > 0) {
    faults += 1;
    console.log(`writable for others: ${writable.slice(0, 5).join(', ')}`);
  }
  const stoppedAt = performance.now();
  await site.stop();
  site = await start();
  url = site.url;
  const seconds = ((performance.now() - stoppedAt) / 1_000).toFixed(1);
  faults += report(`during the restart of ${seconds} s`, ['200', '503', 'no connection']);
  await pause(3_000);
  faults += report('after', ['200']);
  asking = false;
  await requests;
  await site.stop();
} finally {
  asking = false;
  for (const child of running) child.kill('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
}
console.log(faults === 0 ? 'The upgrade is clean.' : `${faults} faults.`);
process.exitCode = faults === 0 ? 0 : 1;
