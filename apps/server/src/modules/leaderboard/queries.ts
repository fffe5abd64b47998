/**
 * The board in SQL. Order: won, then today's stakes, then the older account. Each query reads a handful of
 * rows from the ends of two indexes, so that it costs the same with a thousand players and with a million:
 * who stands on the board is either among the first by (won, age), or played today and shares the lowest
 * amount on it.
 */
import type { BoardWindow } from '@fairground/contract/leaderboard';
import { siteDaySql } from '../../ledger/player-view.ts';
import type { Database } from '../../platform/database.ts';

type Query = Database['query'];

export interface BoardRow {
  id: bigint;
  avatar: string | null;
  username: string;
  todays_bids: bigint;
  won: bigint;
}

const day = siteDaySql('$2');
const todaysBids = `CASE WHEN w.staked_on = ${day} THEN w.staked_today ELSE 0 END`;

const ordered = `
  SELECT p.id, p.avatar, p.username, c.won, (${todaysBids})::bigint AS todays_bids
  FROM candidates c JOIN player p ON p.id = c.player_id JOIN wallet w ON w.player_id = p.id
  ORDER BY c.won DESC, todays_bids DESC, p.id LIMIT $1`;

const boardOfAllTime = `
WITH first AS MATERIALIZED (
  SELECT w.player_id, w.total_won AS won FROM wallet w JOIN player p ON p.id = w.player_id
  WHERE p.closed_at IS NULL ORDER BY w.total_won DESC, w.player_id LIMIT $1
),
candidates AS (
  SELECT * FROM first
  UNION
  SELECT w.player_id, w.total_won FROM wallet w JOIN player p ON p.id = w.player_id
  WHERE p.closed_at IS NULL AND w.staked_on = ${day} AND w.total_won = (SELECT min(won) FROM first)
)
${ordered}`;

const boardOfSpan = `
WITH span AS (
  SELECT $3::"char" AS span, CASE WHEN $3 = 'd' THEN ${day} ELSE date_trunc('week', ${day})::date END AS since
),
winners AS MATERIALIZED (
  SELECT s.player_id, s.won FROM standing s JOIN player p ON p.id = s.player_id
  WHERE p.closed_at IS NULL AND (s.span, s.since) = (SELECT span, since FROM span)
  ORDER BY s.won DESC, s.player_id LIMIT $1
),
lowest AS (SELECT CASE WHEN count(*) < $1 THEN 0 ELSE min(won) END AS won FROM winners),
candidates AS (
  SELECT * FROM winners
  UNION
  SELECT s.player_id, s.won FROM standing s JOIN player p ON p.id = s.player_id JOIN wallet w ON w.player_id = p.id
  WHERE p.closed_at IS NULL AND (s.span, s.since) = (SELECT span, since FROM span)
    AND s.won = (SELECT won FROM lowest) AND w.staked_on = ${day}
  UNION
  -- Below them stand players without a win in it: those who played today, then the oldest accounts.
  SELECT player_id, 0 FROM (
    (SELECT w.player_id FROM wallet w JOIN player p ON p.id = w.player_id
      WHERE (SELECT won FROM lowest) = 0 AND p.closed_at IS NULL AND w.staked_on = ${day}
      ORDER BY w.staked_today DESC, w.player_id LIMIT 2 * $1)
    UNION ALL
    (SELECT p.id FROM player p WHERE (SELECT won FROM lowest) = 0 AND p.closed_at IS NULL ORDER BY p.id LIMIT 2 * $1)
  ) rest WHERE player_id NOT IN (SELECT player_id FROM winners)
)
${ordered}`;

const spanOf = { today: 'd', week: 'w' } as const;

export const readBoard = (
  query: Query,
  { limit, window, siteTimeZone }: { limit: number; window: BoardWindow; siteTimeZone: string },
): Promise<BoardRow[]> =>
  window === 'all'
    ? query<BoardRow>({ name: 'board-all', text: boardOfAllTime, values: [limit, siteTimeZone] })
    : query<BoardRow>({
        name: 'board-span',
        text: boardOfSpan,
        values: [limit, siteTimeZone, spanOf[window]],
      });

export interface RankRow {
  rank: bigint;
  todays_bids: bigint;
  won: bigint;
}

const isOpen = (of: string): string =>
  `NOT EXISTS (SELECT FROM player c WHERE c.id = ${of}.player_id AND c.closed_at IS NOT NULL)`;

/**
 * Those of equal wins who stand before the player `me (player_id, won, todays_bids)`: by today's stakes, then by
 * age. `olderPeers` counts his equals among older accounts; `stakers` is the condition on wallet `w` for his
 * equals who may have staked today. Linear in both, which the last of a million players feels.
 */
const aheadByStakesAndAge = (olderPeers: string, stakers: string): string => `
  (SELECT count(*) FROM wallet w WHERE ${stakers} AND w.staked_today > me.todays_bids AND ${isOpen('w')})
  + CASE WHEN me.todays_bids > 0
      THEN (SELECT count(*) FROM wallet w WHERE ${stakers} AND w.staked_today = me.todays_bids
        AND w.player_id < me.player_id AND ${isOpen('w')})
      ELSE (${olderPeers})
        - (SELECT count(*) FROM wallet w WHERE ${stakers} AND w.staked_today > 0
          AND w.player_id < me.player_id AND ${isOpen('w')})
    END`;

// A closed account's wins are zero, so that it stands among the losers alone.
const rankOfAllTime = `
WITH me AS (
  SELECT w.player_id, w.total_won AS won, (${todaysBids})::bigint AS todays_bids FROM wallet w WHERE w.player_id = $1
)
SELECT me.won, me.todays_bids,
  1 + (SELECT count(*) FROM wallet w WHERE w.total_won > me.won)
    + ${aheadByStakesAndAge(
      `SELECT count(*) FROM wallet w WHERE w.total_won = me.won AND w.player_id < me.player_id AND ${isOpen('w')}`,
      `w.staked_on = ${day} AND w.total_won = me.won`,
    )} AS rank
FROM me`;

const isNoWinner = `NOT EXISTS (SELECT FROM standing x
  WHERE (x.span, x.since) = (SELECT span, since FROM span) AND x.player_id = w.player_id AND x.won > 0)`;

const rankOfSpan = `
WITH span AS (
  SELECT $3::"char" AS span, CASE WHEN $3 = 'd' THEN ${day} ELSE date_trunc('week', ${day})::date END AS since
),
me AS (
  SELECT w.player_id, coalesce(s.won, 0) AS won, (${todaysBids})::bigint AS todays_bids
  FROM wallet w CROSS JOIN span
  LEFT JOIN standing s ON s.player_id = w.player_id AND s.span = span.span AND s.since = span.since
  WHERE w.player_id = $1
)
SELECT me.won, me.todays_bids,
  1 + (SELECT count(*) FROM standing s WHERE (s.span, s.since) = (SELECT span, since FROM span)
        AND s.won > me.won AND ${isOpen('s')})
    + CASE WHEN me.won > 0
        THEN (SELECT count(*) FROM standing s JOIN wallet w ON w.player_id = s.player_id
          WHERE (s.span, s.since) = (SELECT span, since FROM span) AND s.won = me.won AND ${isOpen('s')}
            AND (${todaysBids}, -w.player_id) > (me.todays_bids, -me.player_id))
        ELSE ${aheadByStakesAndAge(
          `(SELECT count(*) FROM player p WHERE p.id < me.player_id)
            - (SELECT count(*) FROM player p WHERE p.id < me.player_id AND p.closed_at IS NOT NULL)
            - (SELECT count(*) FROM standing s WHERE (s.span, s.since) = (SELECT span, since FROM span)
                AND s.won > 0 AND s.player_id < me.player_id AND ${isOpen('s')})`,
          `w.staked_on = ${day} AND ${isNoWinner}`,
        )}
      END AS rank
FROM me`;

/** A player's own place. Counting those ahead of him reads as many index entries as there are. */
export const readRank = async (
  query: Query,
  { playerId, window, siteTimeZone }: { playerId: bigint; window: BoardWindow; siteTimeZone: string },
): Promise<RankRow | undefined> => {
  const rows =
    window === 'all'
      ? await query<RankRow>({ name: 'rank-all', text: rankOfAllTime, values: [playerId, siteTimeZone] })
      : await query<RankRow>({
          name: 'rank-span',
          text: rankOfSpan,
          values: [playerId, siteTimeZone, spanOf[window]],
        });
  return rows[0];
};
