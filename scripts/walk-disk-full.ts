/**
 * Fills the disk below a running site and frees it again: a small file system of its own holds the site's folder, so
 * that nothing else on the machine is touched. While nothing can be written `ready` has to answer 503, and nothing
 * that was acknowledged may be missing afterwards. Needs root, because it mounts that file system.
 *
 *   node scripts/walk-disk-full.ts
 */
import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runAudit, startSiteProcess } from '../apps/server/test/site-process.ts';
import { startPlayers } from './walk/players.ts';

const playerCount = 20;
const sizeMiB = 400;
const steadyMs = 5_000;
const fullMs = 15_000;
const limitMs = 60_000;

if (process.getuid?.() !== 0) {
  console.error('The walk needs root: it mounts a small file system.');
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), 'fairground-full-'));
const disk = join(folder, 'disk');
mkdirSync(disk);
// PostgreSQL runs as an ordinary user, who has to get into the folder.
execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMiB}m,mode=0755`, 'tmpfs', disk]);
execFileSync('chmod', ['0755', folder]);

const ballast = join(disk, 'ballast');
/** Writes until the file system has no room. */
const fill = (): void => {
  const file = openSync(ballast, 'w');
  const block = Buffer.alloc(64 * 1_024);
  try {
    for (;;) writeSync(file, block);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(file);
  }
};

let exitCode = 1;
let end = async (): Promise<void> => undefined;
try {
  const dataDir = join(disk, 'data');
  const environment = { DATA_DIR: dataDir, LOG_LEVEL: 'info' };
  const site = await startSiteProcess(environment);
  end = () => site.end('SIGKILL');
  const load = await startPlayers(site.url, playerCount);
  const readyStatus = async (): Promise<number> =>
    (await fetch(`${site.url}/api/health/ready`, { signal: AbortSignal.timeout(5_000) })).status;
  const waitFor = async (status: number): Promise<string> => {
    const since = performance.now();
    while ((await readyStatus().catch(() => 0)) !== status) {
      if (performance.now() - since > limitMs) throw new Error(`ready did not become ${status}`);
      // What is left of the log's last segment is used up by the bets of the players.
      if (status === 503) fill();
      await pause(100);
    }
    return ((performance.now() - since) / 1_000).toFixed(1);
  };

  await pause(steadyMs);
  fill();
  const notReadyAfter = await waitFor(503);
  const acknowledgedWhileFull = load.stakes.length;
  let wronglyReady = 0;
  for (let ms = 0; ms < fullMs; ms += 500) {
    await pause(500);
    if ((await readyStatus().catch(() => 0)) === 200) wronglyReady += 1;
  }
  const duringFull = load.stakes.length - acknowledgedWhileFull;
  rmSync(ballast);
  const readyAfter = await waitFor(200);
  const before = load.stakes.length;
  await pause(steadyMs);
  const afterwards = load.stakes.length - before;
  await load.stop(30_000);
  await site.end('SIGTERM');
  end = async () => undefined;

  const record = join(folder, 'stakes.jsonl');
  load.writeStakes(record);
  const audited = await runAudit(environment, '--acks', record);
  console.log(
    `not ready ${notReadyAfter} s after the disk was full, ready ${readyAfter} s after it was freed`,
  );
  console.log(
    `${load.stakes.length} stakes acknowledged, ${duringFull} of them while it was full, ${afterwards} in the seconds afterwards`,
  );
  console.log(`ready answered 200 ${wronglyReady} times while the disk was full`);
  console.log(audited.code === 0 ? 'The audit is clean.' : audited.output);
  exitCode = audited.code === 0 && wronglyReady === 0 && afterwards > 0 ? 0 : 1;
} finally {
  await end();
  execFileSync('umount', ['--lazy', disk]);
  rmSync(folder, { recursive: true, force: true });
}
process.exit(exitCode);
