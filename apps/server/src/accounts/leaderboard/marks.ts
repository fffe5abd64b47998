/**
 * Marks along a board: the key of every so-manyth player. They are counted anew only when somebody far down asks,
 * by one process at a time, and at most so often; meanwhile the ones before serve.
 */
import type { BoardWindow } from '@fairground/contract/leaderboard';
import type { Database } from '../../platform/postgres/database.ts';
import { readMarks, recountMarks, type Key, type MarksRow, type Own } from './place-queries.ts';

export interface Mark extends Key {
  place: bigint;
}

export interface MarksRules {
  /** Older ones are counted anew, and serve for as long again while that is done. */
  freshMs: number;
  /** So many a board, which is what a process keeps: 24 bytes each. */
  maxMarks: number;
}

export interface Marks {
  /** The last mark that stands before the player, or is himself; undefined where he stands before them all. */
  findBefore(window: BoardWindow, own: Own): Promise<Mark | undefined>;
}

export interface MarksDeps {
  query: Database['query'];
  rules: MarksRules;
}

export const createMarks = ({ query, rules }: MarksDeps): Marks => {
  const kept = new Map<BoardWindow, MarksRow>();
  const counting = new Map<BoardWindow, Promise<MarksRow>>();

  const recount = async (window: BoardWindow): Promise<MarksRow> => {
    await recountMarks(query, {
      window,
      youngerMs: rules.freshMs,
      maxMarks: rules.maxMarks,
    });
    const row = await readMarks(query, window);
    if (row === undefined) throw new Error(`the marks of the board "${window}" are missing`);
    kept.set(window, row);
    return row;
  };

  /** However many ask at once, this process asks the database once. */
  const recountOnce = (window: BoardWindow): Promise<MarksRow> => {
    const running = counting.get(window);
    if (running !== undefined) return running;
    const started = recount(window).finally(() => counting.delete(window));
    counting.set(window, started);
    return started;
  };

  const current = async (window: BoardWindow, { day, at }: Own): Promise<MarksRow> => {
    const row = kept.get(window);
    const ageMs = row === undefined ? Number.POSITIVE_INFINITY : at.getTime() - row.taken_at.getTime();
    if (row === undefined || row.day !== day || ageMs > 2 * rules.freshMs) return recountOnce(window);
    // Where this fails, the one who finds them too old is told.
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
