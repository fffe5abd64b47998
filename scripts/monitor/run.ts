/** The monitor from another machine: counts what the site publishes, and compares it with what the site shows. */
import type { MonitorFeed } from '@fairground/contract/fairness';
import { quicknet } from '@fairground/fairness/beacon-rounds';
import { addSums, judge, type MonitorSums } from '@fairground/fairness/monitor';
import { loadMonitoredGames } from '@fairground/games/proof-checkers';
import { readJson, type ReadFile } from '../verify/source.ts';
import { LogProblem } from '../verify/log.ts';
import { countDumps, countLog } from './count.ts';

/** Returns the exit code: 1 where something disagrees or a band was left. */
export const runMonitor = async (read: ReadFile, print: (line: string) => void): Promise<number> => {
  const feed = (await readJson(read, 'api/fairness/monitor')) as MonitorFeed | undefined;
  if (!feed?.log) {
    print('the site has no monitor, or its log is empty');
    return 1;
  }
  const faults: string[] = [];
  const counting = { read, games: await loadMonitoredGames(), beacon: feed.beacon ?? quicknet };
  const days: MonitorSums[][] = [];
  for await (const { day, games, rounds, faults: found } of countDumps(counting)) {
    print(`${day}: ${rounds} rounds`);
    days.push(games);
    faults.push(...found.map((fault) => `dump of ${day}: ${fault}`));
    const shown = feed.days.find((each) => each.day === day);
    // A dump that was made after the feed was asked for.
    if (shown) faults.push(...compare(day, shown.games, games));
  }
  for (const { day } of feed.days.slice(days.length))
    faults.push(`${day}: the site shows it and lists no dump`);
  try {
    const since = await countLog(counting, feed.log.verifierKey, feed.since.entries);
    days.push(since.games);
    const elsewhere = `${since.unknown} rounds began in an earlier log and are left out`;
    if (since.unknown > 0) print(elsewhere);
    else faults.push(...compare('since the last dump', feed.since.games, since.games));
  } catch (error) {
    if (!(error instanceof LogProblem)) throw error;
    faults.push(`log: ${error.message}`);
  }
  const all = addSums(days);
  for (const sums of all) print(describe(sums));
  for (const sums of all.filter((each) => judge(each).isOutside))
    faults.push(`${nameOf(sums)}: it has left its band`);
  for (const fault of faults) print(`DOES NOT HOLD: ${fault}`);
  print(faults.length === 0 ? 'all of it agrees with what the site shows' : `${faults.length} faults`);
  return faults.length === 0 ? 0 : 1;
};

const nameOf = ({ game, terms }: MonitorSums): string =>
  [game, ...Object.entries(terms).map(([name, value]) => `${name} ${value}`)].join(' ');

const percent = (value: number | null): string =>
  value === null ? 'unknown' : `${(value * 100).toFixed(2)} %`;

const describe = (sums: MonitorSums): string => {
  const { observed, band, returned, lnOtherChance, lnOverpaid } = judge(sums);
  const e = (ln: number): string => `e-value ${Math.exp(Math.min(ln, 700)).toPrecision(3)}`;
  const head = `${nameOf(sums)}: ${sums.rounds} rounds, ${sums.voids} void, ${sums.late} late`;
  // Rounds that were void before their seal have no terms.
  if (sums.rounds === 0) return head;
  return [
    head,
    `  imagined bet: won ${percent(observed)}, exact ${percent(sums.chance)}, band ` +
      `${percent(band.low)} to ${percent(band.high)}, ${e(lnOtherChance)}`,
    `  ${sums.bets} bets: ${sums.staked} staked, ${sums.paid} paid, ${percent(returned)} of at most ` +
      `${percent(sums.maxReturn)}, ${e(lnOverpaid)}`,
  ].join('\n');
};

/** Sums of whole numbers are equal; logarithms may differ in their last digits. */
const compare = (when: string, shown: readonly MonitorSums[], counted: readonly MonitorSums[]): string[] => {
  const names = new Set([...shown, ...counted].map(nameOf));
  return [...names].flatMap((name) => {
    const [one, other] = [shown, counted].map((sums) => sums.find((each) => nameOf(each) === name));
    if (!one || !other) return [`${when}, ${name}: ${one ? 'only the site' : 'the site does not'} have it`];
    return Object.entries(one).flatMap(([field, value]) => {
      const own = other[field as keyof MonitorSums];
      return areClose(value, own)
        ? []
        : [`${when}, ${name}: ${field} is ${JSON.stringify(value)}, and ${JSON.stringify(own)} by its files`];
    });
  });
};

const areClose = (one: unknown, other: unknown): boolean => {
  if (typeof one === 'number' && typeof other === 'number')
    return Math.abs(one - other) <= 1e-9 * Math.max(1, Math.abs(one));
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((each, at) => areClose(each, other[at]));
  return JSON.stringify(one) === JSON.stringify(other);
};
