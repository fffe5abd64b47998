-- Wins of many times their stake, whoever won them.

-- @statement readLargeWins
-- The newest ones that paid `min_hundredths` hundredths of their stake or more, of people, among the newest 2,000
-- transfers after the one last looked at. Where the multiplier is no column, it is the next one from the payout, which
-- is rounded down to whole coins.
WITH newest AS MATERIALIZED (
  SELECT t.id, t.kind::text AS kind, t.source, t.credit_account, t.amount FROM transfer t
  WHERE t.id > :after::bigint ORDER BY t.id DESC LIMIT 2000
),
large AS MATERIALIZED (
  SELECT n.id, g.game, n.source, n.amount, k.stake, p.id AS player_id
  FROM newest n JOIN unnest(:games::text[]) AS g (game) ON n.kind = replace(g.game, '-', '_') || '_payout'
  JOIN player p ON p.id = (n.credit_account - 1001) / 2 AND NOT p.bot
  CROSS JOIN LATERAL (
    SELECT sum(s.amount) AS stake FROM transfer s WHERE s.source = n.source AND s.kind = ANY (
      ARRAY[left(n.kind, -7) || '_stake_coins', left(n.kind, -7) || '_stake_winnings']::transfer_kind[])
  ) k
  WHERE 100 * n.amount >= :min_hundredths::bigint * k.stake
  ORDER BY n.id DESC LIMIT :max_wins::bigint
)
SELECT coalesce((SELECT max(n.id) FROM newest n), :after::bigint) AS through,
  (SELECT coalesce(json_agg(w), '[]') FROM (
    SELECT l.game, s.round, l.amount AS "amountWon",
      coalesce(s.hundredths, ceil(100 * l.amount / l.stake)) AS hundredths
    FROM large l CROSS JOIN LATERAL (
      SELECT b.round, b.hundredths FROM game_stake b
      WHERE b.game = l.game AND b.player_id = l.player_id AND b.id = l.source
    ) s ORDER BY l.id DESC
  ) w) AS wins;
