/**
 * Memory of a process and all that it started, from /proc, by kind of process. Shared pages are counted once: a process
 * has its proportional share (PSS) of them. The program file of Node may be shared with processes outside of the
 * family, such as the benchmark itself, and counts whole. Elsewhere than on Linux nothing is known.
 */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

export const processKinds = ['node', 'backends', 'postgres', 'npm', 'other'] as const;
export type ProcessKind = (typeof processKinds)[number];

/** Bytes by kind, and how many backends there are. */
export interface FamilyMemory {
  bytes: Readonly<Record<ProcessKind, number>>;
  total: number;
  backends: number;
}

interface Seen {
  pid: number;
  parent: number;
}

/** Undefined where processes cannot be read. */
export const familyMemory = (pid: number): FamilyMemory | undefined => {
  if (readText(`/proc/${pid}/smaps`) === undefined) return undefined;
  const bytes: Record<ProcessKind, number> = { node: 0, backends: 0, postgres: 0, npm: 0, other: 0 };
  let backends = 0;
  for (const member of familyOf(pid)) {
    const smaps = readText(`/proc/${member}/smaps`);
    const command = readText(`/proc/${member}/cmdline`);
    // It ended meanwhile.
    if (smaps === undefined || command === undefined) continue;
    const kind = kindOf(command);
    const isNode = kind === 'node' || kind === 'npm';
    bytes[kind] += sumOfMappings(smaps, isNode ? readProgram(member) : undefined);
    if (kind === 'backends') backends += 1;
  }
  const total = processKinds.reduce((sum, kind) => sum + bytes[kind], 0);
  return { bytes, total, backends };
};

/** The process, its children, and theirs. */
const familyOf = (pid: number): number[] => {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name): Seen => ({ pid: Number(name), parent: parentOf(Number(name)) }));
  const family = [pid];
  for (const member of family) {
    family.push(...all.filter(({ parent }) => parent === member).map((child) => child.pid));
  }
  return family;
};

const parentOf = (pid: number): number => {
  const stat = readText(`/proc/${pid}/stat`) ?? '';
  // The name of the program may contain spaces: fields are counted from its closing bracket.
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
};

/** By its command line, whose words end with NUL; PostgreSQL writes what a process does there. */
export const kindOf = (commandLine: string): ProcessKind => {
  const command = commandLine.replaceAll('\0', ' ').trim();
  if (/^postgres: \S+ \S+ \[/.test(command) || command.startsWith('postgres: fairground')) return 'backends';
  if (/^postgres:|\/postgres /.test(command)) return 'postgres';
  if (/^npm |\/npm(-cli\.js)? /.test(command)) return 'npm';
  return /^\S*node /.test(command) ? 'node' : 'other';
};

/** Bytes of the mappings in the text of smaps; those of `wholeFile` count as if no other process had them. */
export const sumOfMappings = (smaps: string, wholeFile?: string): number => {
  let kilobytes = 0;
  let isWhole = false;
  for (const line of smaps.split('\n')) {
    const figure = /^(Rss|Pss): +(\d+) kB$/.exec(line);
    if (figure) {
      if ((figure[1] === 'Rss') === isWhole) kilobytes += Number(figure[2]);
    } else if (/^[0-9a-f]+-[0-9a-f]+ /.test(line)) {
      isWhole = wholeFile !== undefined && line.endsWith(` ${wholeFile}`);
    }
  }
  return kilobytes * 1024;
};

const readProgram = (pid: number): string | undefined => {
  try {
    return readlinkSync(`/proc/${pid}/exe`);
  } catch {
    return undefined;
  }
};

const readText = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return undefined;
  }
};
