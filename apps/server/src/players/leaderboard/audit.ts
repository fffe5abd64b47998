/** The board against its recomputation from the transfers. */
import type { Check } from '../../ledger/audit.ts';

/** Payout minus stake of every bet that paid more than its stake, by player; each game's sources are its bets. */
const gainsBy = (columns: string): string => `gain AS (
  SELECT ${columns}, sum(paid - staked) AS won FROM (
    SELECT regexp_replace(kind::text, '_(stake_coins|stake_winnings|payout)$', '') AS game, source,
      max((CASE WHEN kind::text LIKE '%\\_payout' THEN credit_account ELSE debit_account END - 1000) / 2) AS player_id,
      max(CASE WHEN kind::text LIKE '%\\_payout' THEN debit_account ELSE credit_account END) AS account,
      coalesce(sum(amount) FILTER (WHERE kind::text LIKE '%\\_payout'), 0) AS paid,
      coalesce(sum(amount) FILTER (WHERE kind::text LIKE '%\\_stake\\_%'), 0) AS staked
    FROM transfer WHERE kind::text ~ '_(stake_coins|stake_winnings|payout)$'
    GROUP BY 1, 2
  ) bet WHERE paid > staked
  GROUP BY ${columns}
)`;

export const leaderboardChecks: readonly Check[] = [
  {
    line: 'I19',
    states: 'what each player won is the sum over their bets that paid more than their stake',
    broken: `WITH ${gainsBy('player_id')}
      SELECT w.player_id, w.total_won, g.won FROM wallet w JOIN player p ON p.id = w.player_id
      LEFT JOIN gain g ON g.player_id = w.player_id
      WHERE p.closed_at IS NULL AND w.total_won <> coalesce(g.won, 0)`,
  },
  {
    line: 'I19',
    states:
      'the boards of days, and those of weeks, add up to the board of all time, with the sums of deleted ones',
    broken: `SELECT w.player_id, s.span, s.won, w.total_won FROM wallet w JOIN player p ON p.id = w.player_id
      LEFT JOIN carried_standing c ON c.player_id = w.player_id
      CROSS JOIN LATERAL (
        SELECT span, coalesce(carried, 0)
          + coalesce((SELECT sum(won) FROM standing t WHERE t.player_id = w.player_id AND t.span = spans.span),
            0) AS won
        FROM (VALUES ('d'::"char", c.days), ('w', c.weeks)) AS spans (span, carried)
      ) s WHERE p.closed_at IS NULL AND s.won <> w.total_won`,
  },
  {
    line: 'I19',
    // Months whose days were deleted are compared together.
    states: 'the boards of months add up to those of their days, with the sums of deleted ones',
    broken: `SELECT player_id, greatest(month, last_month) AS month, sum(in_days) AS days,
      sum(in_months) AS months FROM (
        SELECT player_id, date_trunc('month', since)::date AS month, won AS in_days, 0 AS in_months FROM standing
        WHERE span = 'd'
        UNION ALL
        SELECT player_id, since, 0, won FROM standing WHERE span = 'm'
        UNION ALL
        SELECT player_id, last_month, days, 0 FROM carried_standing WHERE last_month IS NOT NULL
      ) s LEFT JOIN carried_standing c USING (player_id)
      GROUP BY player_id, greatest(month, last_month) HAVING sum(in_days) <> sum(in_months)`,
  },
  {
    line: 'I19',
    states:
      'what each player won in each game is the sum over their bets in it that paid more than their stake',
    broken: `WITH ${gainsBy('account, player_id')}
      SELECT account, player_id, s.won, g.won AS gained FROM game_standing s FULL JOIN gain g USING (account, player_id)
      JOIN player p ON p.id = player_id
      WHERE p.closed_at IS NULL AND s.won IS DISTINCT FROM g.won`,
  },
];
