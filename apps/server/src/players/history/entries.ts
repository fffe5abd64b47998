/**
 * Entries of all lists, newest first, merged by their time. Each list is read by its own place, so that a page costs
 * the same however far back it is.
 */
import type { PlayEntry } from '@fairground/contract/play';
import type { Cause } from '../../ledger/causes.ts';
import type { Database } from '../../platform/database/database.ts';
import { readPage } from './sql/play.sql.ts';

type Query = Database['query'];

/** An entry whose movements also name the day of the site, for the file. */
type DatedEntry = Omit<PlayEntry, 'movements'> & {
  movements: (PlayEntry['movements'][number] & { day: string })[];
};

/** For each list the id before which the next page begins. */
export type Places = Readonly<Record<string, bigint>>;

export interface EntryFilter {
  playerId: bigint;
  fromMs: number;
  toMs: number;
}

const rowsPerPage = 50;
const newestPlace = 9_223_372_036_854_775_807n;

interface ListReader {
  cause: Cause;
  /** What was returned lies at this id or above it. */
  place: bigint;
  /** What was read lies at this id or above it. */
  readTo: bigint;
  isDone: boolean;
  found: { id: bigint; entry: DatedEntry }[];
}

/** `maxRows` is how many rows may be read at most for one call of `read`, which then ends early. */
export const createEntryReader = (
  query: Query,
  causes: readonly Cause[],
  { filter, places = {}, maxRows }: { filter: EntryFilter; places?: Places; maxRows: number },
) => {
  const readers = causes.map((cause): ListReader => {
    const place = places[cause.list] ?? newestPlace;
    return { cause, place, readTo: place, isDone: false, found: [] };
  });

  const readRows = async (reader: ListReader): Promise<number> => {
    const { cause, readTo } = reader;
    const { playerId, fromMs, toMs } = filter;
    const { list, kind } = cause;
    const rows = await readPage.run(query, { list, kind, playerId, before: readTo, maxRows: rowsPerPage });
    if (rows.length < rowsPerPage) reader.isDone = true;
    for (const { id, movements } of rows) {
      reader.readTo = id;
      const entry = movements === null ? undefined : toEntry(cause, id, movements);
      const atMs = entry ? Date.parse(entry.at) : NaN;
      if (atMs < fromMs) {
        reader.isDone = true;
        break;
      }
      if (entry && atMs < toMs) reader.found.push({ id, entry });
    }
    return rows.length;
  };

  const newestOf = (): ListReader | undefined => {
    const ready = readers.filter(({ found }) => found.length > 0);
    return ready.reduce<ListReader | undefined>(
      (best, reader) => (best && timeOf(best) >= timeOf(reader) ? best : reader),
      undefined,
    );
  };

  return {
    /** Up to that many of the next entries, and where they end; null if there are no more. */
    async read(maxEntries: number): Promise<{ entries: DatedEntry[]; next: Places | null }> {
      const entries: DatedEntry[] = [];
      let rowsLeft = maxRows;
      while (entries.length < maxEntries) {
        const unread = readers.filter(({ isDone, found }) => !isDone && found.length === 0);
        if (unread.length > 0) {
          if (rowsLeft <= 0) break;
          const counts = await Promise.all(unread.map(readRows));
          rowsLeft -= counts.reduce((sum, count) => sum + count, 0);
          continue;
        }
        const reader = newestOf();
        const next = reader?.found.shift();
        if (!reader || !next) break;
        reader.place = next.id;
        entries.push(next.entry);
      }
      const isOver = readers.every(({ isDone, found }) => isDone && found.length === 0);
      return { entries, next: isOver ? null : Object.fromEntries(readers.map(nextOf)) };
    },
  };
};

const nextOf = ({ cause, place, readTo, isDone, found }: ListReader): [string, bigint] => [
  cause.list,
  found.length > 0 ? place : isDone ? 0n : readTo,
];

const timeOf = ({ found }: ListReader): number => Date.parse(found[0]?.entry.at ?? '');

const toEntry = ({ list, source }: Cause, id: bigint, text: string): DatedEntry | undefined => {
  const movements = (
    JSON.parse(text) as { at: string; day: string; kind: string; amount: number; isWinnings: boolean }[]
  ).map(({ at, day, kind, amount, isWinnings }) => ({
    at: new Date(at).toISOString(),
    day,
    kind: kindOf(kind),
    amount,
    balance: isWinnings ? ('winnings' as const) : ('coins' as const),
  }));
  const at = movements[0]?.at;
  return at === undefined ? undefined : { id: `${list}-${id}`, source, at, movements };
};

const kindOf = (kind: string): PlayEntry['movements'][number]['kind'] => {
  if (kind.includes('_stake_')) return 'stake';
  if (kind.endsWith('_payout')) return 'payout';
  if (kind.includes('_refund_')) return 'refund';
  return kind === 'correction' ? 'correction' : 'bonus';
};
