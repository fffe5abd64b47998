/** The archive of seasons against the boards of months, which remain for accounts that are open. */
import type { Check } from '../../ledger/audit.ts';

export const seasonChecks: readonly Check[] = [
  {
    line: 'I19',
    states: 'the places of each season are numbered from the first, by what was won, and no month is missing',
    broken: `SELECT month, place, won FROM (
        SELECT month, place, won, row_number() OVER (PARTITION BY month ORDER BY won DESC, player_id) AS expected
        FROM season_place
      ) p WHERE place <> expected
      UNION ALL
      SELECT month, NULL, NULL FROM (
        SELECT month, lag(month) OVER (ORDER BY month) AS previous FROM season
      ) s WHERE previous <> (month - interval '1 month')::date`,
  },
  {
    line: 'I19',
    states: 'each place of a season shows what the player won in that month',
    // More was won in it only where the clock was set back over the end of the month: by payouts that are dated before
    // the end of the season, and came after it.
    broken: `SELECT s.month, s.player_id, s.won, t.won AS standing FROM season_place s
      JOIN player p ON p.id = s.player_id
      LEFT JOIN standing t ON t.span = 'm' AND t.since = s.month AND t.player_id = s.player_id
      WHERE p.closed_at IS NULL AND s.won IS DISTINCT FROM t.won AND NOT (s.won < t.won AND EXISTS (
        SELECT FROM season e JOIN transfer x ON x.id > e.after_transfer AND x.created_at < e.ended_at
        WHERE e.month = s.month AND x.kind::text LIKE '%\\_payout' AND x.credit_account = 1001 + 2 * s.player_id))`,
  },
];
