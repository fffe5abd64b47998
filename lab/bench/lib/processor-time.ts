/** Processor time of other processes, from /proc. Elsewhere than on Linux it is not known, and tables leave it out. */
import { readdirSync, readFileSync } from 'node:fs';

/** Linux reports times of processes in these, whatever the kernel's timer. */
const ticksPerSecond = 100;

interface ProcessTimes {
  parent: number;
  /** The time of all threads, in the program and in the kernel. */
  own: number;
  /** The time of children that have ended and were waited for. */
  ended: number;
}

const readTimes = (pid: number): ProcessTimes | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name of the program may contain spaces: fields are counted from its closing bracket.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [, parent = 0] = fields;
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11);
    return { parent, own: user + system, ended: endedUser + endedSystem };
  } catch {
    return undefined;
  }
};

const toMicroseconds = (ticks: number): number => (ticks * 1e6) / ticksPerSecond;

/** Microseconds that a process has used until now. */
export const processTime = (pid: number): number | undefined => {
  const times = readTimes(pid);
  return times && toMicroseconds(times.own);
};

/** The children of a process that run. */
export const childrenOf = (pid: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((other) => readTimes(other)?.parent === pid);

/** Microseconds that a process and its children, running or ended, have used until now: of a PostgreSQL server. */
export const familyTime = (pid: number): number | undefined => {
  const times = readTimes(pid);
  if (!times) return undefined;
  let ticks = times.own + times.ended;
  for (const child of childrenOf(pid)) ticks += readTimes(child)?.own ?? 0;
  return toMicroseconds(ticks);
};
