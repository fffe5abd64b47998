/** What a player did with their coins: a list of all movements, a file of it, and sums by day and game. */
import { accept, refuse, type Result } from '@fairground/contract/errors';
import {
  multiplierBounds,
  type PlayAway,
  type PlayMovements,
  type PlaySummary,
} from '@fairground/contract/play';
import type { GameModule } from '@fairground/game-kit/server';
import type { RowOf } from '@fairground/sql';
import { listCauses, type CausingGame } from '../../ledger/causes.ts';
import { toWireCoins } from '../../ledger/player-view.ts';
import { addressSubject, type AttemptLimiter, type AttemptRule } from '../../platform/attempt-limiter.ts';
import type { Database } from '../../platform/database/database.ts';
import { createEntryReader, type EntryFilter, type Places } from './entries.ts';
import { findDays } from './sql/days.sql.ts';
import { sumDays } from './sql/play.sql.ts';

export interface PlayFilter {
  playerId: bigint;
  source?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

export interface PlayService {
  /** Refused for a cursor that this server did not issue. */
  list(filter: PlayFilter & { cursor?: string | undefined; limit: number }): Promise<Result<PlayMovements>>;
  /** The complete list as lines of CSV, read on demand. `address` is the one that the request came from. */
  writeFile(filter: PlayFilter, address: string): Promise<Result<AsyncIterable<string>>>;
  /** Sums per day for the last `days` days, from each list's newest rows. */
  summary(playerId: bigint, days: number): Promise<Result<PlaySummary>>;
  /** What rounds and draws settled from that moment on, among the newest bets. */
  away(playerId: bigint, since: string): Promise<PlayAway>;
}

const defaultSummedRows = 10_000;
/** Sums are read in pages of so many rows, up to one that is older than all days that were asked for. */
const summedRowsPerPage = 500;
/** Above every id. */
const beforeAll = 2n ** 63n - 1n;
/** How many rows are read for a page: a filter by time may pass over many. */
const maxRowsPerPage = 2_000;
/** The most stakes that are read to find those settled while a player was away. */
const maxAwayStakes = 1_000;
const entriesPerPiece = 200;

const bounds = multiplierBounds.map((bound) => Math.round(bound * 100));

const hour = 60 * 60_000;
const limits = {
  summary: { name: 'play-summary', max: 60, windowMs: 60_000 },
  fileOfAccount: { name: 'play-file-account', max: 5, windowMs: hour },
  fileOfAddress: { name: 'play-file-address', max: 20, windowMs: hour },
} as const satisfies Record<string, AttemptRule>;

export const createPlayService = (deps: {
  database: Database;
  limiter: AttemptLimiter;
  games: readonly (CausingGame & Pick<GameModule, 'stakes'>)[];
  /** How many of the newest rows of each list the sums count. */
  maxSummedRows?: number;
}): PlayService => {
  const { database, limiter, maxSummedRows = defaultSummedRows } = deps;
  // Without those of closed accounts, which nobody can look at.
  const causes = listCauses(deps.games).filter(({ source }) => source !== 'closed');

  const readerOf = (filter: PlayFilter, places: Places, maxRows: number) =>
    createEntryReader(
      database.query,
      causes.filter(({ source }) => filter.source === undefined || filter.source === source),
      { filter: toEntryFilter(filter), places, maxRows },
    );

  return {
    async list({ cursor, limit, ...filter }) {
      const places = cursor === undefined ? {} : parseCursor(cursor);
      if (!places)
        return refuse('invalid_request', {
          detail: 'cursor must be the next of another page.',
          path: 'cursor',
        });
      const { entries, next } = await readerOf(filter, places, maxRowsPerPage).read(limit);
      return accept({ entries, next: next && formatCursor(next) });
    },

    async writeFile(filter, address) {
      const attempt = await limiter.take([
        [limits.fileOfAccount, String(filter.playerId)],
        [limits.fileOfAddress, addressSubject(address)],
      ]);
      if (!attempt.ok) return attempt;
      return accept(writeLines(readerOf(filter, {}, Infinity)));
    },

    async summary(playerId, days) {
      const attempt = await limiter.take([[limits.summary, String(playerId)]]);
      if (!attempt.ok) return attempt;
      const range = await findDays.first(database.query, { days });
      if (!range) throw new Error('the site has no zone');
      const { first_day: from, last_day: to } = range;
      const summed: PlaySummary['days'] = [];
      let since: string | null = null;
      // One after the other: a page of sums takes one connection at most.
      for (const { source, list, kind } of causes) {
        const of = { list, kind, playerId, fromDay: from, bounds };
        let left = maxSummedRows;
        for (let before: bigint | null = beforeAll; before !== null;) {
          const maxRows = Math.min(left, summedRowsPerPage);
          const rows: RowOf<typeof sumDays>[] = await sumDays.run(database.query, { ...of, before, maxRows });
          for (const { day, entries, paid, received, multipliers } of rows) {
            if (day === null) continue;
            summed.push({
              day,
              source,
              entries: Number(entries),
              paid: toWireCoins(paid ?? 0n),
              received: toWireCoins(received ?? 0n),
              multipliers: multipliers.map(Number),
            });
          }
          const [page] = rows;
          left -= maxRows;
          const isLast = !page || page.is_over || Number(page.read) < maxRows;
          before = isLast || left === 0 ? null : page.last;
          if (!isLast && left === 0 && page.oldest !== null) {
            const at = new Date(page.oldest).toISOString();
            if (since === null || at > since) since = at;
          }
        }
      }
      return accept({ from, to, days: mergeDays(summed), since });
    },

    async away(playerId, since) {
      // PostgreSQL knows no year 0.
      const atOrAfter1970 = new Date(Math.max(Date.parse(since), 0));
      const games = await Promise.all(
        deps.games.map(async ({ id, stakes }) => {
          const settled = { playerId, since: atOrAfter1970, maxStakes: maxAwayStakes };
          const sums = await stakes?.settledSince?.(database.query, settled);
          return {
            source: id,
            bets: Number(sums?.bets ?? 0n),
            staked: toWireCoins(sums?.staked ?? 0n),
            received: toWireCoins(sums?.received ?? 0n),
          };
        }),
      );
      return games.filter(({ bets }) => bets > 0);
    },
  };
};

const toEntryFilter = ({ playerId, from, to }: PlayFilter): EntryFilter => ({
  playerId,
  fromMs: from === undefined ? -Infinity : Date.parse(from),
  toMs: to === undefined ? Infinity : Date.parse(to),
});

/** Several lists of a game may have the same day. */
const mergeDays = (days: PlaySummary['days']): PlaySummary['days'] => {
  const merged = new Map<string, PlaySummary['days'][number]>();
  for (const day of days) {
    const key = `${day.day} ${day.source}`;
    const known = merged.get(key);
    merged.set(
      key,
      known
        ? {
            ...known,
            entries: known.entries + day.entries,
            paid: known.paid + day.paid,
            received: known.received + day.received,
            multipliers: known.multipliers.map((count, at) => count + (day.multipliers[at] ?? 0)),
          }
        : day,
    );
  }
  return [...merged.values()].toSorted((one, other) =>
    one.day < other.day ? -1 : one.day > other.day ? 1 : 0,
  );
};

async function* writeLines(reader: ReturnType<typeof createEntryReader>): AsyncGenerator<string> {
  // Spreadsheets leave a time with its zone a text, and take a day for a date.
  yield 'time,day,source,entry,kind,balance,amount\r\n';
  for (;;) {
    const { entries, next } = await reader.read(entriesPerPiece);
    // No value contains a comma, a quotation mark or what a spreadsheet would take for a formula.
    const lines = entries.flatMap(({ id, source, movements }) =>
      movements.map(
        ({ at, day, kind, balance, amount }) =>
          `${at},${day},${source},${id},${kind},${balance},${amount}\r\n`,
      ),
    );
    if (lines.length > 0) yield lines.join('');
    if (next === null) return;
  }
}

const formatCursor = (places: Places): string =>
  Buffer.from(
    JSON.stringify(Object.fromEntries(Object.entries(places).map(([name, place]) => [name, String(place)]))),
  ).toString('base64url');

/** Undefined if this server did not issue it. */
const parseCursor = (cursor: string): Places | undefined => {
  let parsed: unknown;
  try {
    parsed = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return undefined;
  }
  if (typeof parsed !== 'object' || parsed === null) return undefined;
  const places = Object.entries(parsed);
  if (
    !places.every(([, place]) => typeof place === 'string' && /^\d{1,18}$|^9223372036854775807$/.test(place))
  )
    return undefined;
  return Object.fromEntries(places.map(([name, place]) => [name, BigInt(place as string)]));
};
