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
