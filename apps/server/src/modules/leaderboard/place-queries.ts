/**
 * A player's own place in SQL. Those between a mark and the player are counted in parts, each through an index
 * and each given up once it has read more rows than it may, so that no look costs more than another.
 */
import type { BoardWindow } from '@fairground/contract/leaderboard';
import { siteDaySql } from '../../ledger/player-view.ts';
import type { Database } from '../../platform/database.ts';
import { isOpen, spanOf } from './queries.ts';

type Query = Database['query'];

/** What a place on the board is decided by: won, then today's stakes, then the older account. */
export interface Key {
  won: bigint;
  bids: bigint;
  id: bigint;
}

/** Stands before everybody. */
export const beforeAll: Key = { won: 2n ** 63n - 1n, bids: 0n, id: 0n };

export interface Own extends Key {
  /** The site day that `bids` are of, and the first day of the window. */
  day: string;
  since: string;
  /** The database's time. */
  at: Date;
}

const sinceOf = (day: string, span: string): string =>
  `CASE WHEN ${span} = 'w' THEN date_trunc('week', ${day})::date ELSE ${day} END`;

export const findOwn = async (
  query: Query,
  { playerId, window, siteTimeZone }: { playerId: bigint; window: BoardWindow; siteTimeZone: string },
): Promise<Own | undefined> => {
  const rows = await query<Own>({
    name: 'board-own',
    text: `WITH today AS MATERIALIZED (
        SELECT t.day, ${sinceOf('t.day', '$3')} AS since FROM (SELECT ${siteDaySql('$2')} AS day) t
      )
      SELECT w.player_id AS id, today.day, today.since, clock_timestamp() AS at,
        (CASE WHEN w.staked_on = today.day THEN w.staked_today ELSE 0 END)::bigint AS bids,
        (CASE WHEN $3::"char" IS NULL THEN w.total_won ELSE coalesce((SELECT s.won FROM standing s
          WHERE s.span = $3 AND s.since = today.since AND s.player_id = w.player_id), 0) END)::bigint AS won
      FROM wallet w, today WHERE w.player_id = $1`,
    values: [playerId, siteTimeZone, window === 'all' ? null : spanOf[window]],
  });
  return rows[0];
};

// $1 to $3 are the player's key, $4 to $6 the mark's, $7 the rows that each part may read (null: any number), $8 the day.
const bids = `(CASE WHEN w.staked_on = $8::date THEN w.staked_today ELSE 0 END)`;
const isBehindMark = `(${bids}, -w.player_id) < ($5::bigint, -$6::bigint)`;
const isBetween = `(${bids}, -w.player_id) > ($2::bigint, -$3::bigint) AND ($4::bigint <> $1::bigint OR ${isBehindMark})`;
/** The mark is a player without stakes who won as much: only older accounts stand between. */
const isIdleMark = `($4::bigint = $1::bigint AND $5::bigint = 0)`;
const olderIds = `w.player_id < $3::bigint AND w.player_id > CASE WHEN ${isIdleMark} THEN $6::bigint ELSE 0 END`;

/** How many `rows` fulfil the condition, or null where there are more rows than may be read. */
const counted = (rows: string, condition: string, order = ''): string => `
  (CASE WHEN $7::bigint IS NOT NULL
      AND (SELECT count(*) FROM (SELECT FROM ${rows} ${order} LIMIT $7::bigint + 1) read) > $7::bigint THEN NULL
    ELSE (SELECT count(*) FROM ${rows} AND ${condition}) END)`;

/** The later parts are looked at only where the first could be counted: it alone tells of those far down. */
const sum = (first: string, others: readonly string[]): string => `
WITH richer AS MATERIALIZED (SELECT ${first} AS n)
SELECT CASE WHEN richer.n IS NOT NULL THEN richer.n + ${others.join(' + ')} END AS ahead FROM richer`;

const aheadOfAllTime = sum(
  counted(
    `wallet w WHERE w.total_won > $1::bigint AND w.total_won < $4::bigint`,
    isOpen('w'),
    'ORDER BY w.total_won DESC',
  ),
  [
    counted(
      `wallet w WHERE w.total_won = $4::bigint AND $4::bigint > $1::bigint`,
      `${isBehindMark} AND ${isOpen('w')}`,
    ),
    // His equals who staked today, and where he did not, the older ones of those who did not either.
    counted(
      `wallet w WHERE w.staked_on = $8::date AND w.total_won = $1::bigint AND NOT ${isIdleMark}`,
      `w.staked_today > 0 AND ${isBetween} AND ${isOpen('w')}`,
    ),
    counted(
      `wallet w WHERE w.total_won = $1::bigint AND ${olderIds} AND $2::bigint = 0`,
      `${bids} = 0 AND ${isOpen('w')}`,
    ),
  ],
);

const ofSpan = `s.span = $9::"char" AND s.since = $10::date`;
const isNoWinner = `NOT EXISTS (SELECT FROM standing s WHERE ${ofSpan} AND s.player_id = w.player_id)`;

const aheadOfSpan = sum(
  counted(
    `standing s WHERE ${ofSpan} AND s.won > $1::bigint AND s.won < $4::bigint`,
    isOpen('s'),
    'ORDER BY s.won DESC',
  ),
  [
    counted(
      `standing s JOIN wallet w ON w.player_id = s.player_id
        WHERE ${ofSpan} AND s.won = $4::bigint AND $4::bigint > $1::bigint`,
      `${isBehindMark} AND ${isOpen('w')}`,
    ),
    counted(
      `standing s JOIN wallet w ON w.player_id = s.player_id
        WHERE ${ofSpan} AND s.won = $1::bigint AND $1::bigint > 0`,
      `${isBetween} AND ${isOpen('w')}`,
    ),
    // Players without a win in it.
    counted(
      `wallet w WHERE w.staked_on = $8::date AND $1::bigint = 0 AND NOT ${isIdleMark}`,
      `w.staked_today > 0 AND ${isBetween} AND ${isNoWinner} AND ${isOpen('w')}`,
    ),
    counted(
      `wallet w WHERE ${olderIds} AND $1::bigint = 0 AND $2::bigint = 0`,
      `${bids} = 0 AND ${isNoWinner} AND ${isOpen('w')}`,
    ),
  ],
);

export interface Stretch {
  window: BoardWindow;
  own: Own;
  mark: Key;
  /** Rows that each part may read; null reads them all. */
  mostRows: number | null;
}

/** How many stand behind the mark and before the player; undefined where too many rows would be read. */
export const countBetween = async (
  query: Query,
  { window, own, mark, mostRows }: Stretch,
): Promise<bigint | undefined> => {
  const shared = [own.won, own.bids, own.id, mark.won, mark.bids, mark.id, mostRows, own.day];
  const [row] = await query<{ ahead: bigint | null }>(
    window === 'all'
      ? { name: 'board-between-all', text: aheadOfAllTime, values: shared }
      : { name: 'board-between-span', text: aheadOfSpan, values: [...shared, spanOf[window], own.since] },
  );
  return row?.ahead ?? undefined;
};

export interface MarksRow {
  taken_at: Date;
  day: string;
  every: bigint;
  keys: Buffer;
}

const boardOf = (window: BoardWindow): string =>
  `SELECT ${window === 'all' ? 'w.total_won' : 'coalesce(s.won, 0)'} AS won,
    (CASE WHEN w.staked_on = today.day THEN w.staked_today ELSE 0 END)::bigint AS bids, w.player_id AS id
  FROM today, wallet w ${
    window === 'all'
      ? ''
      : `LEFT JOIN standing s ON s.span = '${spanOf[window]}' AND s.player_id = w.player_id
          AND s.since = (SELECT ${sinceOf('day', `'${spanOf[window]}'`)} FROM today)`
  }
  WHERE ${isOpen('w')}`;

/**
 * Goes through a whole board and keeps every so-manyth key, unless its marks are of today and younger than that.
 * Several processes that ask at once wait for the first, and find its marks.
 */
export const recountMarks = async (
  query: Query,
  {
    window,
    siteTimeZone,
    youngerMs,
    mostMarks,
  }: { window: BoardWindow; siteTimeZone: string; youngerMs: number; mostMarks: number },
): Promise<void> => {
  await query({
    name: `board-recount-${window}`,
    text: `WITH today AS MATERIALIZED (SELECT ${siteDaySql('$2')} AS day),
      old AS MATERIALIZED (
        SELECT m.board FROM board_marks m, today WHERE m.board = $1
          AND (m.taken_at <= clock_timestamp() - $3::bigint * interval '1 millisecond' OR m.day <> today.day)
        FOR UPDATE OF m
      )
      UPDATE board_marks m SET taken_at = statement_timestamp(), day = today.day, every = size.every,
        keys = (
          SELECT coalesce(string_agg(int8send(won) || int8send(bids) || int8send(id), ''::bytea ORDER BY place), '')
          FROM (SELECT *, row_number() OVER (ORDER BY won DESC, bids DESC, id) AS place FROM (${boardOf(window)}) board) placed
          WHERE (place - 1) % size.every = 0
        )
      FROM old, today, LATERAL (
        SELECT greatest(1, ceil(count(*)::numeric / $4::bigint))::bigint AS every FROM wallet WHERE old.board IS NOT NULL
      ) size
      WHERE m.board = old.board`,
    values: [window, siteTimeZone, youngerMs, mostMarks],
  });
};

export const readMarks = async (query: Query, window: BoardWindow): Promise<MarksRow | undefined> =>
  (
    await query<MarksRow>({
      name: 'board-marks',
      text: `SELECT taken_at, day, every, keys FROM board_marks WHERE board = $1`,
      values: [window],
    })
  )[0];
