/**
 * What the monitor shows: sums of the dumps, which are counted as they are made, and of what the log has had since.
 * Each process continues from what it has read.
 */
import type { MonitorFeed } from '@fairground/contract/fairness';
import type { MonitorSums, MonitorTotals } from '@fairground/fairness/monitor';
import {
  createMonitorDay,
  type BeaconTimes,
  type MonitorDay,
  type MonitoredGames,
} from '@fairground/fairness/monitor-day';
import type { LogEntry } from '@fairground/fairness/log-entry';
import type { Database } from '../../platform/database/database.ts';
import { readEnded, type DumpedDay, type DumpedGames, type LogEnd, type LogPosition } from './day.ts';
import * as sql from './sql/dumps.sql.ts';

/** The sums of one day, stored with its dump. */
export interface MonitoredDay {
  games: MonitorSums[];
  totals: MonitorTotals[];
}

export interface MonitorDeps {
  query: Database['query'];
  games: DumpedGames;
  monitored: MonitoredGames;
  /** Null where none is used. */
  beacon: BeaconTimes | null;
  describeLog: () => Promise<MonitorFeed['log'] | undefined>;
  nowMs: () => number;
}

const freshMs = 15_000;
const maxVoids = 20;
const noBeacon: BeaconTimes = { genesisMs: 0, periodMs: 0 };

export const countDay =
  ({ monitored, beacon }: Pick<MonitorDeps, 'monitored' | 'beacon'>) =>
  ({ rounds, totals }: Pick<DumpedDay, 'rounds' | 'totals'>): MonitoredDay => {
    const day = createMonitorDay(monitored, beacon ?? noBeacon);
    for (const round of rounds) day.add(round);
    return { games: day.sums(), totals };
  };

/** What ended since a dump. */
interface Since {
  from: LogPosition;
  to: LogPosition;
  day: MonitorDay;
}

export const createMonitor = (deps: MonitorDeps) => {
  const { query, games, monitored, beacon, describeLog, nowMs } = deps;
  const days: MonitorFeed['days'] = [];
  let since: Since | undefined;
  let newest: { feed: Promise<MonitorFeed>; endedAtMs: number | null } | undefined;

  const beginAfter = (from: LogPosition): Since => ({
    from,
    to: from,
    day: createMonitorDay(monitored, beacon ?? noBeacon),
  });

  const read = async (): Promise<MonitorFeed> => {
    const made = await sql.readMonitored.run(query, { after: days.at(-1)?.day ?? null });
    for (const { day, monitored: counted } of made) days.push({ day, ...(counted as MonitoredDay) });
    const last = made.at(-1);
    if (last) since = beginAfter({ origin: last.origin, through: last.through });
    since ??= beginAfter({ origin: 1, through: -1n });
    const log = (await describeLog()) ?? null;
    const { rounds, origin, through } = await readEnded(query, games, since.to, { published: endOf(log) });
    for (const round of rounds) since.day.add(round);
    since.to = { origin, through };
    const voids = await sql.findNewestVoids.run(query, { maxRows: maxVoids });
    return {
      days: [...days],
      since: { games: since.day.sums(), entries: rangesOf(since) },
      voids: voids.map(({ body }) => {
        const { game, id, at, reason } = JSON.parse(body) as Extract<LogEntry, { kind: 'void' }>;
        return { game, id, at, reason };
      }),
      beacon,
      log,
    };
  };

  return {
    read(): Promise<MonitorFeed> {
      const isOld =
        newest === undefined || (newest.endedAtMs !== null && nowMs() - newest.endedAtMs >= freshMs);
      if (newest === undefined || isOld) {
        // Each read continues from the last one, so a second one beside it would count the same rounds again.
        const asked: typeof newest = { feed: read(), endedAtMs: null };
        newest = asked;
        asked.feed.then(
          () => (asked.endedAtMs = nowMs()),
          () => (newest = undefined),
        );
      }
      return newest.feed;
    },
  };
};

export type Monitor = ReturnType<typeof createMonitor>;

/** What has no checkpoint yet, nobody could compare. */
const endOf = (log: MonitorFeed['log']): LogEnd['published'] =>
  log ? { origin: Number(/\d+$/.exec(log.origin)?.[0]), size: log.size } : undefined;

const rangesOf = ({ from, to }: Since): MonitorFeed['since']['entries'] =>
  Array.from({ length: to.origin - from.origin + 1 }, (_, at) => {
    const origin = from.origin + at;
    return {
      origin,
      first: at === 0 ? Number(from.through) + 1 : 0,
      end: origin === to.origin ? Number(to.through) + 1 : null,
    };
  });
