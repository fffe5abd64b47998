/** What became final on one day of the site, read from the public log. */
import { canonicalJson, type CanonicalValue } from '@fairground/fairness/canonical-json';
import type { LogEntry, LogFact } from '@fairground/fairness/log-entry';
import type { MonitorTotals } from '@fairground/fairness/monitor';
import type { LoggedRounds } from '@fairground/game-kit/server';
import type { RowOf } from '@fairground/sql';
import type { Database } from '../../platform/database/database.ts';
import * as sql from './sql/dumps.sql.ts';

type Query = Database['query'];

export type DueDay = RowOf<typeof sql.findDueDay>;

export interface DumpedGames {
  /** With rounds in the log. */
  rounds: readonly { id: string; log: Pick<LoggedRounds, 'algorithm'> }[];
  /** Games with stakes that have only totals. */
  totals: readonly TotaledGame[];
}

interface TotaledGame {
  /** The wire id. */
  id: string;
  folder: string;
}

/** An entry of the log; the first index is 0. */
export interface LogPosition {
  origin: number;
  through: bigint;
}

/** Up to the newest entry that is covered. */
export interface DumpedDay extends LogPosition {
  lines: string[];
  rounds: RoundLine[];
  totals: MonitorTotals[];
}

const maxEntries = 2_000;
const maxRounds = 500;
/** What one statement adds up: of a busy day a part that takes seconds. */
const maxTotaledMs = 3_600_000;
const version = 1;

interface Ended {
  game: string;
  source: string;
}

/** Undefined as long as the log may still get an entry of the day. */
export const readDay = async (
  query: Query,
  due: DueDay,
  games: DumpedGames,
): Promise<DumpedDay | undefined> => {
  const found = await readEnded(query, games, due, { at: due.ends_at });
  if (!found.isPast) return undefined;
  const { rounds, origin, through } = found;
  const totals = await readTotals(query, due, games.totals);
  const chains = [...new Set(rounds.flatMap(({ chain }) => chain ?? []))];
  const lines = [
    {
      kind: 'dump',
      day: due.day,
      from: due.begins_at.toISOString(),
      license: 'CC0-1.0',
      origin: due.log,
      until: due.ends_at.toISOString(),
      v: version,
    },
    ...(await sql.readChains.run(query, { chains })).map(({ body }) => JSON.parse(body) as CanonicalValue),
    ...rounds,
    ...totals.map((each) => ({ kind: 'totals', ...each })),
  ];
  return {
    lines: lines.map((line) => canonicalJson(line as CanonicalValue)),
    rounds,
    totals,
    origin,
    through,
  };
};

export interface EndedRounds extends LogPosition {
  rounds: RoundLine[];
  /** There is an entry beyond the end. An entry is never dated before the one before it. */
  isPast: boolean;
}

/** Where reading ends: at entries of this moment and later, or at those that no checkpoint has. */
export interface LogEnd {
  at?: Date | undefined;
  published?: { origin: number; size: number } | undefined;
}

/** Rounds that were settled or void after this entry of the log, and before its end. */
export const readEnded = async (
  query: Query,
  games: DumpedGames,
  after: LogPosition,
  { at, published }: LogEnd,
): Promise<EndedRounds> => {
  const ended: Ended[] = [];
  let { origin, through } = after;
  let isPast = false;
  for (let isFull = true; isFull && !isPast;) {
    const entries = await sql.readEntries.run(query, { origin, through, maxRows: maxEntries });
    isFull = entries.length === maxEntries;
    for (const entry of entries) {
      isPast =
        (at !== undefined && entry.at >= at) ||
        (published?.origin === entry.origin && entry.index >= published.size);
      if (isPast) break;
      if (entry.kind === 'settlement' || entry.kind === 'void') ended.push(entry);
      ({ origin, index: through } = entry);
    }
  }
  const rounds: RoundLine[] = [];
  for (let first = 0; first < ended.length; first += maxRounds) {
    rounds.push(...(await readRounds(query, games, ended.slice(first, first + maxRounds))));
  }
  return { rounds, isPast, origin, through };
};

type Steps = { [Kind in LogFact['kind']]?: Extract<LogFact, { kind: Kind }> & { at: string } };

const readRounds = async (
  query: Query,
  games: DumpedGames,
  ended: readonly Ended[],
): Promise<RoundLine[]> => {
  const lines = new Map<string, RoundLine>();
  for (const [game, of] of Map.groupBy(ended, (each) => each.game)) {
    const sources = of.map(({ source }) => source);
    const algorithm = games.rounds.find(({ id }) => id === game)?.log.algorithm ?? null;
    const entries = await sql.readRounds.run(query, { game, sources });
    for (const [source, bodies] of Map.groupBy(entries, (entry) => entry.source)) {
      const parsed = bodies.map(({ body }) => JSON.parse(body) as LogEntry);
      const steps = Object.fromEntries(parsed.map((entry) => [entry.kind, entry])) as Steps;
      lines.set(`${game} ${source}`, toLine(steps, algorithm));
    }
  }
  return ended.flatMap(({ game, source }) => lines.get(`${game} ${source}`) ?? []);
};

export type RoundLine = ReturnType<typeof toLine>;

const toLine = ({ opening, seal, result, settlement, void: ended }: Steps, algorithm: string | null) => {
  if (!opening) throw new Error('a round is over in the log and has no opening there');
  const { game, id, chain, round, commitment, beaconRound } = opening;
  return {
    kind: 'round',
    game,
    id,
    algorithm,
    at: (settlement ?? ended)?.at ?? null,
    commitment,
    ...(chain !== undefined && { chain, round }),
    beaconRound,
    betCount: seal?.betCount ?? settlement?.bets ?? null,
    betsRoot: seal?.betsRoot ?? null,
    staked: seal?.staked ?? settlement?.staked ?? null,
    ...(seal?.max !== undefined && { max: seal.max }),
    ...(seal?.rtpBp !== undefined && { rtpBp: seal.rtpBp }),
    seed: result?.seed ?? ended?.seed ?? null,
    beacon: result?.beacon ?? null,
    outcome: result?.outcome ?? null,
    won: settlement?.won ?? null,
    paid: settlement?.paid ?? null,
    void: ended ? { reason: ended.reason } : null,
  };
};

const readTotals = async (
  query: Query,
  { begins_at: begin, ends_at: end }: DueDay,
  games: readonly TotaledGame[],
): Promise<MonitorTotals[]> => {
  const totals: MonitorTotals[] = [];
  for (const { id, folder } of games.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const sums = { game: id, bets: 0, staked: 0, paid: 0 };
    for (let fromMs = begin.getTime(); fromMs < end.getTime(); fromMs += maxTotaledMs) {
      const until = new Date(Math.min(fromMs + maxTotaledMs, end.getTime()));
      const part = await sql.sumEnded.first(query, { game: folder, from: new Date(fromMs), until });
      sums.bets += Number(part?.bets ?? 0n);
      sums.staked += Number(part?.staked ?? 0n);
      sums.paid += Number(part?.paid ?? 0n);
    }
    totals.push(sums);
  }
  return totals;
};
