/**
 * Marks along a board: the key of every n-th player. The leader recounts them at regular intervals, so that
 * no request for a place far down waits until a board is read.
 */
import { boardWindows, type BoardWindow } from '@fairground/contract/leaderboard';
import type { Engine } from '../../director/director.ts';
import type { Clock, Timer } from '../../platform/clock.ts';
import type { Log } from '../../platform/logger.ts';
import type { Database } from '../../platform/database/database.ts';
import {
  hasPlacesBeyond,
  listCountedMarks,
  readMarks,
  recountMarks,
  type Key,
  type MarksRow,
  type Own,
} from './place-queries.ts';

export interface Mark extends Key {
  place: bigint;
}

export interface MarksRules {
  /** The leader recounts older ones. */
  freshMs: number;
  /** Per board; a process caches 24 bytes of each. */
  maxMarks: number;
}

/** The database's time, and the site day then. */
export type Moment = Pick<Own, 'day' | 'at'>;

export interface Marks {
  /** The last mark that is ahead of the player, or is the player; undefined where there is none. */
  findBefore(window: BoardWindow, own: Own): Promise<Mark | undefined>;
  /** The same without a query; undefined too where no marks of the player's day are cached. */
  findCachedBefore(window: BoardWindow, own: Own): Mark | undefined;
  /** The last mark among the first `places`; undefined where there is none. */
  findByPlace(window: BoardWindow, places: number, now: Moment): Promise<Mark | undefined>;
  /** Caches the boards that were counted since they were read, so that no request reads them. */
  refresh(): Promise<void>;
}

export interface MarksDeps {
  query: Database['query'];
  rules: MarksRules;
}

/** The leader has recounted by then, so that a process reads each count once. */
const graceMs = 30_000;

export const createMarks = ({ query, rules }: MarksDeps): Marks => {
  const cached = new Map<BoardWindow, MarksRow>();
  const reading = new Map<BoardWindow, Promise<MarksRow>>();

  const read = async (window: BoardWindow): Promise<MarksRow> => {
    let row = await readMarks(query, window);
    if (row?.counted !== true) {
      // A site that has never had a leader with this many players.
      await recountMarks(query, { window, youngerMs: rules.freshMs, maxMarks: rules.maxMarks });
      row = await readMarks(query, window);
    }
    if (row === undefined) throw new Error(`the marks of the board "${window}" are missing`);
    cached.set(window, row);
    return row;
  };

  /** Concurrent requests of this process share one statement. */
  const readOnce = (window: BoardWindow): Promise<MarksRow> => {
    const running = reading.get(window);
    if (running !== undefined) return running;
    const started = read(window).finally(() => reading.delete(window));
    reading.set(window, started);
    return started;
  };

  const findFresh = (window: BoardWindow, { day, at }: Moment): MarksRow | undefined => {
    const row = cached.get(window);
    const isFresh = row?.day === day && at.getTime() - row.taken_at.getTime() <= rules.freshMs + graceMs;
    return isFresh ? row : undefined;
  };
  const find = async (window: BoardWindow, now: Moment): Promise<MarksRow> =>
    findFresh(window, now) ?? readOnce(window);

  return {
    findBefore: async (window, own) => lastBefore(await find(window, own), own),
    findCachedBefore(window, own) {
      const row = findFresh(window, own);
      return row && lastBefore(row, own);
    },
    async findByPlace(window, places, now) {
      const row = await find(window, now);
      const last = row.keys.length / keyBytes - 1;
      const index = Math.min(last, Math.ceil(places / Number(row.every)) - 1);
      return index < 0 ? undefined : { ...keyAt(row, index), place: placeAt(row, index) };
    },
    async refresh() {
      const counted = await listCountedMarks(query);
      for (const window of boardWindows) {
        const takenAt = counted.get(window)?.getTime();
        if (takenAt !== undefined && takenAt !== cached.get(window)?.taken_at.getTime())
          await readOnce(window);
      }
    },
  };
};

const refreshEveryMs = 10_000;

export interface MarksRefreshDeps {
  clock: Clock;
  log: Pick<Log, 'debug'>;
  refresh: Marks['refresh'];
}

/** Refreshes the cached marks at the start and every ten seconds, as often as the leader checks whether to count. */
export const startMarksRefresh = ({ clock, log, refresh }: MarksRefreshDeps): Timer => {
  const run = () =>
    void refresh().catch((error: unknown) => log.debug({ err: error }, 'marks could not be refreshed'));
  run();
  return clock.setInterval(run, refreshEveryMs);
};

const checkEveryMs = 10_000;

export interface MarksEngineDeps {
  query: Database['query'];
  /** Places up to `livePlaces` are counted without marks: a board with no more players needs none. */
  rules: MarksRules & { livePlaces: number };
}

/** Counts the marks that are of another site day or no longer fresh. */
export const createMarksEngine = ({ query, rules }: MarksEngineDeps): Engine => ({
  name: 'board-marks',
  async step() {
    if (await hasPlacesBeyond(query, rules.livePlaces)) {
      for (const window of boardWindows) {
        await recountMarks(query, { window, youngerMs: rules.freshMs, maxMarks: rules.maxMarks });
      }
    }
    return checkEveryMs;
  },
});

const keyBytes = 24;

const keyAt = ({ keys }: MarksRow, index: number): Key => ({
  won: keys.readBigInt64BE(index * keyBytes),
  bids: keys.readBigInt64BE(index * keyBytes + 8),
  id: keys.readBigInt64BE(index * keyBytes + 16),
});

const placeAt = ({ every }: MarksRow, index: number): bigint => BigInt(index) * every + 1n;

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
  return low === 0 ? undefined : { ...keyAt(row, low - 1), place: placeAt(row, low - 1) };
};
