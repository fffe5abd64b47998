/** The board against its recomputation from the transfers. */
import type { Check } from '../../ledger/audit.ts';

/** Payout minus stake of every bet that paid more than its stake, by player; each game's sources are its bets. */
const gains = `gain AS (
  SELECT player_id, sum(paid - staked) AS won FROM (
    SELECT regexp_replace(kind::text, '_(stake_coins|stake_winnings|payout)$', '') AS game, source,
      max((CASE WHEN kind::text LIKE '%\\_payout' THEN credit_account ELSE debit_account END - 1000) / 2) AS player_id,
      coalesce(sum(amount) FILTER (WHERE kind::text LIKE '%\\_payout'), 0) AS paid,
      coalesce(sum(amount) FILTER (WHERE kind::text LIKE '%\\_stake\\_%'), 0) AS staked
    FROM transfer WHERE kind::text ~ '_(stake_coins|stake_winnings|payout)$'
    GROUP BY 1, 2
  ) bet WHERE paid > staked GROUP BY player_id
)`;

export const leaderboardChecks: readonly Check[] = [
  {
    line: 'I19',
    states: 'what each player won is the sum over their bets that paid more than their stake',
    broken: `WITH ${gains}
      SELECT w.player_id, w.total_won, g.won FROM wallet w JOIN player p ON p.id = w.player_id
      LEFT JOIN gain g ON g.player_id = w.player_id
      WHERE p.closed_at IS NULL AND w.total_won <> coalesce(g.won, 0)`,
  },
  {
    line: 'I19',
    states: 'the boards of days, and those of weeks, add up to the board of all time',
    broken: `SELECT w.player_id, s.span, s.won, w.total_won FROM wallet w JOIN player p ON p.id = w.player_id
      CROSS JOIN LATERAL (
        SELECT span, coalesce((SELECT sum(won) FROM standing t WHERE t.player_id = w.player_id AND t.span = spans.span), 0) AS won
        FROM (VALUES ('d'::"char"), ('w')) AS spans (span)
      ) s WHERE p.closed_at IS NULL AND s.won <> w.total_won`,
  },
];
