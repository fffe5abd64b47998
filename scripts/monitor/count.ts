/** What a site's dumps and log come to, read and counted apart from the site. */
import { hash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { LogSteps } from '@fairground/fairness/log-check';
import { formatVerifierKey, parseVerifierKey } from '@fairground/fairness/log-note';
import type { MonitorSums } from '@fairground/fairness/monitor';
import {
  createMonitorDay,
  type BeaconTimes,
  type MonitoredGames,
  type MonitoredRound,
} from '@fairground/fairness/monitor-day';
import { isHashOfSignature } from '@fairground/fairness/beacon-rounds';
import { checkDump, readLines, valuesOf } from '../verify/dump.ts';
import { LogProblem, readLogFrom } from '../verify/log.ts';
import { readJson, type ReadFile } from '../verify/source.ts';

export interface Counting {
  read: ReadFile;
  games: MonitoredGames;
  beacon: BeaconTimes;
}

export interface CountedDay {
  day: string;
  games: MonitorSums[];
  rounds: number;
  faults: string[];
}

/** Each dump that the site lists, with its outcomes recomputed. */
export async function* countDumps({ read, games, beacon }: Counting): AsyncGenerator<CountedDay> {
  const list = ((await readJson(read, 'data/')) ?? []) as { day: string; name: string; sha256: string }[];
  const outcomes = new Map([...games].map(([game, monitored]) => [game, monitored.outcome]));
  for (const { day, name, sha256 } of list) {
    const file = await read(`data/${name}`);
    if (!file) throw new Error(`the site lists data/${name} and does not have it`);
    const checked = checkDump(file, { outcomes, isBeaconValue: isHashOfSignature });
    const faults = hash('sha256', file) === sha256 ? [] : ['it is another file than the list says'];
    const counted = createMonitorDay(games, beacon);
    for (const line of readLines(file))
      if (line['kind'] === 'round') counted.add(line as unknown as MonitoredRound);
    yield { day, games: counted.sums(), rounds: checked.rounds, faults: [...faults, ...checked.faults] };
  }
}

export interface LogRange {
  origin: number;
  first: number;
  /** Null for all that its checkpoint has. */
  end: number | null;
}

/**
 * Rounds that were settled or void within these entries. Throws a `LogProblem` where they are
 * not those of the checkpoint.
 */
export const countLog = async (
  { read: readSite, games, beacon }: Counting,
  verifierKey: string,
  ranges: readonly LogRange[],
): Promise<{ games: MonitorSums[]; unknown: number }> => {
  const day = createMonitorDay(games, beacon);
  const rounds = new Map<string, LogSteps>();
  let unknown = 0;
  for (const range of ranges) {
    for (const name of await readRange(readSite, verifierKey, range, rounds)) {
      const [game = '', id = ''] = name.split(' ');
      const of = rounds.get(name);
      if (of?.opening === undefined) unknown += 1;
      else day.add({ game, id, ...valuesOf(of) } as unknown as MonitoredRound);
    }
  }
  return { games: day.sums(), unknown };
};

type Entry = { kind: string; game: string; id: string } & Record<string, unknown>;
const maxLooks = 5;
const steps = new Set(['opening', 'seal', 'result', 'settlement', 'void']);

/** Adds what the log has of rounds, and returns the names of those that ended within the range. */
const readRange = async (
  readSite: ReadFile,
  verifierKey: string,
  { origin, first, end }: LogRange,
  rounds: Map<string, LogSteps>,
): Promise<string[]> => {
  const read = remember((path) => readSite(`log/${origin}/${path}`));
  const key = keyOf(verifierKey, origin);
  // Rounds that ended within the range may have begun before it.
  for (let before = 512; ; before *= 4) {
    const part = await readUpTo(end, () => readLogFrom({ read, key }, Math.max(0, first - before)));
    const ended: string[] = [];
    for (const [at, text] of part.entries.slice(0, end === null ? undefined : end - part.first).entries()) {
      const entry = JSON.parse(text) as Entry;
      if (!steps.has(entry.kind)) continue;
      const name = `${entry.game} ${entry.id}`;
      const index = part.first + at;
      rounds.set(name, { ...rounds.get(name), [entry.kind]: { ...entry, index } });
      if (index >= first && (entry.kind === 'settlement' || entry.kind === 'void')) ended.push(name);
    }
    if (part.first === 0 || ended.every((name) => rounds.get(name)?.opening !== undefined)) return ended;
  }
};

/** A checkpoint follows its entries by a second. */
const readUpTo = async (
  end: number | null,
  readPart: () => ReturnType<typeof readLogFrom>,
): ReturnType<typeof readLogFrom> => {
  for (let looks = 1; ; looks += 1) {
    const part = await readPart();
    const { size } = part.checkpoint;
    if (end === null || size >= end) return part;
    if (looks === maxLooks)
      throw new LogProblem(`the site counts ${end} entries, and its checkpoint has ${size}`);
    await setTimeout(1_000);
  }
};

/** The verifier key under the name of another origin. */
const keyOf = (verifierKey: string, origin: number): string => {
  const key = parseVerifierKey(verifierKey);
  if (!key) throw new LogProblem('the verifier key is damaged');
  return formatVerifierKey({ ...key, name: key.name.replace(/\d+$/, String(origin)) });
};

/** Tiles are not read twice. */
const remember = (read: ReadFile): ReadFile => {
  const files = new Map<string, ReturnType<ReadFile>>();
  return (path) => {
    if (path === 'checkpoint') return read(path);
    const file = files.get(path) ?? read(path);
    files.set(path, file);
    return file;
  };
};
