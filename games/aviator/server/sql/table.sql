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

-- @statement readMembersBets
-- What these players have bet in a round, and where it was cashed out; no bets where as many are known. IS TRUE makes
-- players a hash: with a list of ten thousand, each bet would be compared with half of it.
WITH bet AS MATERIALIZED (
  SELECT id, player_id, amount, CASE WHEN outcome = 'win' THEN cash_out_hundredths END AS hundredths
  FROM aviator_bet
  WHERE round_id = :round_id AND (player_id IN (SELECT unnest(:player_ids::bigint[]))) IS TRUE
)
SELECT n.news, CASE WHEN n.news <> :known THEN (
  SELECT coalesce(json_agg(json_build_array(player_id::text, amount, hundredths) ORDER BY id), '[]') FROM bet
) END AS bets
FROM (SELECT count(*) || ' ' || count(hundredths) AS news FROM bet) n;
