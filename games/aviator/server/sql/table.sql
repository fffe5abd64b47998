-- @statement readTable
-- What the live table shows of a round, from its bets: the sums, the largest bets, of two that are as large the older
-- one first, and how many were cashed out at which multiplier. It has no automatic target, and nothing that is
-- not paid.
WITH bet AS MATERIALIZED (
  SELECT id, player_id, amount, CASE WHEN outcome = 'win' THEN cash_out_hundredths END AS hundredths
  FROM aviator_bet WHERE round_id = :round_id
),
largest AS (SELECT * FROM bet ORDER BY amount DESC, id LIMIT :max_bets),
mark AS (SELECT hundredths, count(*) AS bets FROM bet WHERE hundredths IS NOT NULL GROUP BY hundredths)
SELECT t.players, t.staked,
  (SELECT coalesce(json_agg(json_strip_nulls(json_build_object('id', b.id::text, 'playerId', b.player_id::text,
      'name', p.username, 'amount', b.amount, 'hundredths', b.hundredths)) ORDER BY b.amount DESC, b.id), '[]')
    FROM largest b JOIN player p ON p.id = b.player_id) AS bets,
  (SELECT coalesce(json_agg(json_build_array(hundredths, bets)), '[]') FROM mark) AS marks
FROM (SELECT count(DISTINCT player_id)::integer AS players, coalesce(sum(amount), 0)::bigint AS staked FROM bet) t;
