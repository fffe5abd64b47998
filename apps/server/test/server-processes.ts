/** Processes of an embedded site's PostgreSQL server, or of a browser: found, stopped and continued from outside. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const postmasterOf = (dataDir: string): number =>
  Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);

/** Not every Linux has `ps`; elsewhere there is no /proc. */
const isLinux = process.platform === 'linux';

const ps = (...options: string[]): string => execFileSync('ps', options, { encoding: 'utf8' });

const parentOf = (pid: string): number => {
  try {
    // The program's name comes first, in brackets, and may contain any character.
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]);
  } catch {
    return Number.NaN;
  }
};

const childrenOf = (parent: number): number[] =>
  isLinux
    ? readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name) && parentOf(name) === parent)
        .map(Number)
    : ps('-A', '-o', 'pid=,ppid=')
        .split('\n')
        .map((line) => line.trim().split(/\s+/).map(Number))
        .flatMap(([pid = 0, ppid]) => (ppid === parent ? [pid] : []));

const signalAll = (pids: readonly number[], signal: NodeJS.Signals): void => {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended.
    }
  }
};

/** Stops a program with all the processes that it started, and theirs. Returns a function that continues them. */
export const freezeProgram = (pid: number): (() => void) => {
  const stopped: number[] = [];
  for (let next = [pid]; next.length > 0; next = next.flatMap(childrenOf)) {
    signalAll(next, 'SIGSTOP');
    stopped.push(...next);
  }
  return () => signalAll(stopped, 'SIGCONT');
};

/** Stops the server and all its processes immediately, and returns them. */
const stopAll = (dataDir: string): number[] => {
  const postmaster = postmasterOf(dataDir);
  // The postmaster first, so that no process that it starts is missed.
  signalAll([postmaster], 'SIGSTOP');
  const helpers = childrenOf(postmaster);
  signalAll(helpers, 'SIGSTOP');
  return [...helpers, postmaster];
};

/** Returns a function that continues them. */
export const freezeServer = (dataDir: string): (() => void) => {
  const stopped = stopAll(dataDir);
  return () => signalAll(stopped, 'SIGCONT');
};

/** As when its machine fails: none of its processes does anything more. */
export const killServer = (dataDir: string): void => signalAll(stopAll(dataDir), 'SIGKILL');

/** An immediate shutdown without a checkpoint: the next start recovers from the write-ahead log. */
export const stopServerImmediately = (dataDir: string): void => signalAll([postmasterOf(dataDir)], 'SIGQUIT');

export const residentMiB = (pid: number): number => {
  const kibibytes = isLinux
    ? /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    : ps('-o', 'rss=', '-p', String(pid));
  return Number(kibibytes) / 1_024;
};
