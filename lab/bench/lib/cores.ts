/** Keeps the load of a benchmark off the cores of what it measures, on Linux with util-linux. */
import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** Moves all threads of processes to cores, as `0` or `1-3`. */
const moveTo = (cores: string, pids: readonly number[]): boolean =>
  pids.every((pid) => spawnSync('taskset', ['-a', '-c', '-p', cores, String(pid)]).status === 0);

/**
 * This process, and what it starts from now on, gets the first core, and `pids` the others until they end; what they
 * start follows them. Gives back a function that returns all cores to this process; undefined where that cannot be.
 */
export const keepApart = (pids: readonly number[]): (() => void) | undefined => {
  const last = availableParallelism() - 1;
  if (last < 1) return undefined;
  const isApart = moveTo('0', [process.pid]) && moveTo(`1-${last}`, pids);
  return isApart ? () => void moveTo(`0-${last}`, [process.pid]) : undefined;
};

export const apartHint =
  'Bets with cores apart were skipped: they need two cores, Linux, and taskset (on Debian: apt-get install util-linux).';
