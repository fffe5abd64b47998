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

export const spanOf = { today: 'd', week: 'w' } as const;

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

export const isOpen = (of: string): string =>
  `NOT EXISTS (SELECT FROM player c WHERE c.id = ${of}.player_id AND c.closed_at IS NOT NULL)`;
