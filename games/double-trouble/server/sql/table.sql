-- @statement readTable
-- How the stakes of a draw lie, and who placed them.
WITH bet AS MATERIALIZED (
  SELECT player_id, draw_type, number, amount FROM double_trouble_bet WHERE draw_id = :draw_id
),
stake AS (SELECT number, sum(amount) AS coins FROM bet WHERE draw_type = 'Number' GROUP BY number)
SELECT ARRAY(SELECT DISTINCT player_id FROM bet) AS players, t.under, t.exact, t.over,
  (SELECT coalesce(json_agg(json_build_array(number, coins)), '[]') FROM stake) AS numbers
FROM (
  SELECT coalesce(sum(amount) FILTER (WHERE draw_type = 'Under'), 0)::bigint AS under,
    coalesce(sum(amount) FILTER (WHERE draw_type = 'Exact'), 0)::bigint AS exact,
    coalesce(sum(amount) FILTER (WHERE draw_type = 'Over'), 0)::bigint AS over
  FROM bet
) t;

-- @statement readMembersBets
-- What these players have bet in a draw, as sums; no bets where as many are known. Not on what: that is shown once no
-- bet can be added. IS TRUE makes players a hash: with a list of ten thousand, each bet would be compared with half of it.
WITH bet AS MATERIALIZED (
  SELECT player_id, amount FROM double_trouble_bet
  WHERE draw_id = :round_id AND (player_id IN (SELECT unnest(:player_ids::bigint[]))) IS TRUE
)
SELECT n.news, CASE WHEN n.news <> :known THEN (
  SELECT coalesce(json_agg(json_build_array(s.player_id::text, s.amount, NULL)), '[]')
  FROM (SELECT player_id, sum(amount) AS amount FROM bet GROUP BY player_id) s
) END AS bets
FROM (SELECT count(*)::text AS news FROM bet) n;
