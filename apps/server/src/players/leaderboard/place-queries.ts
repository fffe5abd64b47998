/** A player's own place in SQL, and the marks that it is counted from. */
import type { BoardWindow } from '@fairground/contract/leaderboard';
import type { Database } from '../../platform/database/database.ts';
import * as sql from './sql/boards.sql.ts';

type Query = Database['query'];

export const spanOf = { today: 'd', week: 'w', month: 'm' } as const;

/** What a place on the board is decided by: won, then today's stakes, then the older account. */
export interface Key {
  won: bigint;
  bids: bigint;
  id: bigint;
}

/** Ranks before every player. */
export const beforeAll: Key = { won: 2n ** 63n - 1n, bids: 0n, id: 0n };

export type MarksRow = sql.ReadMarksRow;

/** A player's key, the site day that `bids` are of, the first day of the window, and the database's time. */
export interface Own extends Key {
  guest: boolean;
  bot: boolean;
  day: string;
  since: string;
  at: Date;
}

export const findOwn = (
  query: Query,
  { playerId, window }: { playerId: bigint; window: BoardWindow },
): Promise<Own | undefined> =>
  sql.findOwn.first(query, { playerId, span: window === 'all' ? null : spanOf[window] });

export const findMoment = async (query: Query): Promise<Pick<Own, 'day' | 'at'>> => {
  const row = await sql.findMoment.first(query);
  if (!row) throw new Error('the site has no day');
  return row;
};

/** How many bots are ahead of one. */
export const countBotsBefore = async (
  query: Query,
  { window, own }: { window: BoardWindow; own: Own },
): Promise<bigint> => {
  const span = window === 'all' ? null : spanOf[window];
  const row = await sql.countBotsBefore.first(query, {
    span,
    ownWon: own.won,
    ownBids: own.bids,
    ownId: own.id,
  });
  return row?.ahead ?? 0n;
};

export interface Stretch {
  window: BoardWindow;
  own: Own;
  mark: Key;
  /** Rows that each part may read; null reads them all. */
  maxRows: number | null;
}

/** How many players are between the mark and the player; undefined where too many rows would be read. */
export const countBetween = async (
  query: Query,
  { window, own, mark, maxRows }: Stretch,
): Promise<bigint | undefined> => {
  const shared = {
    ownWon: own.won,
    ownBids: own.bids,
    ownId: own.id,
    markWon: mark.won,
    markBids: mark.bids,
    markId: mark.id,
    maxRows,
    day: own.day,
  };
  const row =
    window === 'all'
      ? await sql.countBetweenOfAllTime.first(query, shared)
      : await sql.countBetweenOfSpan.first(query, { ...shared, span: spanOf[window], since: own.since });
  return row?.ahead ?? undefined;
};

/** Whether there are more accounts than `places`. */
export const hasPlacesBeyond = async (query: Query, places: number): Promise<boolean> =>
  (await sql.hasPlacesBeyond.first(query, { places: BigInt(places) }))?.has_more === true;

/**
 * Stores new marks of a board, unless its marks are of today and younger than `youngerMs`. Several processes that
 * recount at once wait for the first, and find its marks.
 */
export const recountMarks = async (
  query: Query,
  { window, youngerMs, maxMarks }: { window: BoardWindow; youngerMs: number; maxMarks: number },
): Promise<void> => {
  const params = { board: window, youngerMs, maxMarks };
  await (window === 'all'
    ? sql.recountMarksOfAllTime.run(query, params)
    : sql.recountMarksOfSpan.run(query, { ...params, span: spanOf[window] }));
};

export type BoardRow = sql.ReadBoardOfAllTimeRow;

/** The players of a board after a mark, of whom the first `skipped` are left out. */
export const readAfterMark = (
  query: Query,
  request: { window: BoardWindow; mark: Key; skipped: number; maxRows: number },
): Promise<BoardRow[]> => {
  const { window, mark, skipped, maxRows } = request;
  const params = { markWon: mark.won, markBids: mark.bids, markId: mark.id, skipped, maxRows };
  return window === 'all'
    ? sql.readBoardOfAllTime.run(query, params)
    : sql.readBoardOfSpan.run(query, { ...params, span: spanOf[window] });
};

/** When the marks of each board were counted; boards without marks are left out. */
export const listCountedMarks = async (query: Query): Promise<ReadonlyMap<string, Date>> =>
  new Map((await sql.listCountedMarks.run(query)).map((row) => [row.board, row.taken_at]));

export const readMarks = (query: Query, window: BoardWindow): Promise<MarksRow | undefined> =>
  sql.readMarks.first(query, { board: window });
