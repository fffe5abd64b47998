/** A database that does not answer: its processes are stopped, and go on afterwards. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Outage {
  end(): void;
}

/** `dataDir` is that of a site with its own database. */
export const beginOutage = (dataDir: string): Outage => {
  const postmaster = postmasterOf(dataDir);
  // The children first: the postmaster would start others in their place.
  const pids = [postmaster, ...childrenOf(postmaster)];
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  return {
    end() {
      for (const pid of pids.toReversed()) process.kill(pid, 'SIGCONT');
    },
  };
};

const postmasterOf = (dataDir: string): number => {
  const note = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).find((name) =>
    name.endsWith('postmaster.pid'),
  );
  if (note === undefined) throw new Error(`no database runs in ${dataDir}`);
  return Number(readFileSync(join(dataDir, note), 'utf8').split('\n')[0]);
};

const childrenOf = (pid: number): number[] =>
  execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '')
    .map(Number);
