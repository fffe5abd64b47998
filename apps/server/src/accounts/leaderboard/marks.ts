/**
 * Marks along a board: the key of one player in every so many. They are recounted only on a request for a place far down,
 * by one process at a time and at a limited rate; until then the previous ones are used.
 */
import type { BoardWindow } from '@fairground/contract/leaderboard';
import type { Database } from '../../platform/postgres/database.ts';
import { readMarks, recountMarks, type Key, type MarksRow, type Own } from './place-queries.ts';

export interface Mark extends Key {
  place: bigint;
}

export interface MarksRules {
  /** Older ones are recounted; they remain in use for as long again while that is done. */
  freshMs: number;
  /** Per board; a process caches 24 bytes of each. */
  maxMarks: number;
}

export interface Marks {
  /** The last mark that is ahead of the player, or is the player; undefined where there is none. */
  findBefore(window: BoardWindow, own: Own): Promise<Mark | undefined>;
}

export interface MarksDeps {
  query: Database['query'];
  rules: MarksRules;
}

export const createMarks = ({ query, rules }: MarksDeps): Marks => {
  const cached = new Map<BoardWindow, MarksRow>();
  const counting = new Map<BoardWindow, Promise<MarksRow>>();

  const recount = async (window: BoardWindow): Promise<MarksRow> => {
    await recountMarks(query, {
      window,
      youngerMs: rules.freshMs,
      maxMarks: rules.maxMarks,
    });
    const row = await readMarks(query, window);
    if (row === undefined) throw new Error(`the marks of the board "${window}" are missing`);
    cached.set(window, row);
    return row;
  };

  /** Concurrent requests of this process share one statement. */
  const recountOnce = (window: BoardWindow): Promise<MarksRow> => {
    const running = counting.get(window);
    if (running !== undefined) return running;
    const started = recount(window).finally(() => counting.delete(window));
    counting.set(window, started);
    return started;
  };

  const current = async (window: BoardWindow, { day, at }: Own): Promise<MarksRow> => {
    const row = cached.get(window);
    const ageMs = row === undefined ? Number.POSITIVE_INFINITY : at.getTime() - row.taken_at.getTime();
    if (row === undefined || row.day !== day || ageMs > 2 * rules.freshMs) return recountOnce(window);
    // Where this fails, the request that finds the marks too old fails.
    if (ageMs > rules.freshMs) recountOnce(window).catch(() => undefined);
    return row;
  };

  return {
    findBefore: async (window, own) => lastBefore(await current(window, own), own),
  };
};

const keyBytes = 24;

const keyAt = ({ keys }: MarksRow, index: number): Key => ({
  won: keys.readBigInt64BE(index * keyBytes),
  bids: keys.readBigInt64BE(index * keyBytes + 8),
  id: keys.readBigInt64BE(index * keyBytes + 16),
});

const standsBehind = (key: Key, other: Key): boolean => {
  if (key.won !== other.won) return key.won < other.won;
  if (key.bids !== other.bids) return key.bids < other.bids;
  return key.id > other.id;
};

const lastBefore = (row: MarksRow, own: Key): Mark | undefined => {
  let low = 0;
  let high = row.keys.length / keyBytes;
  // The first mark behind the player lies in low … high.
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (standsBehind(keyAt(row, middle), own)) high = middle;
    else low = middle + 1;
  }
  return low === 0 ? undefined : { ...keyAt(row, low - 1), place: BigInt(low - 1) * row.every + 1n };
};
