-- What operators see of the game.

-- @statement watchDraws
SELECT
  (SELECT count(*) FROM double_trouble_bet b JOIN double_trouble_draw d ON d.id = b.draw_id
    WHERE b.outcome = 'pending' AND d.draws_at < clock_timestamp() - interval '1 minute') AS overdue,
  (SELECT count(*) FROM (SELECT state FROM double_trouble_draw ORDER BY id DESC LIMIT 1000) d
    WHERE d.state = 'void') AS void;

-- @statement countRunning
SELECT
  (SELECT count(*) FROM double_trouble_draw d WHERE d.state = 'open'
    AND EXISTS (SELECT FROM double_trouble_bet b WHERE b.draw_id = d.id))
    + (SELECT count(*) FROM double_trouble_draw WHERE state = 'settling') AS running,
  0::bigint AS waiting;

-- @statement listNewestDraws
-- @unprepared few rows are read of many
SELECT d.id::text AS id, d.state, d.draws_at AS at, s.bets, s.staked, s.paid, d.state = 'open' AS is_open
FROM (SELECT id, state, draws_at FROM double_trouble_draw ORDER BY id DESC LIMIT :max_rows) d
CROSS JOIN LATERAL (
  SELECT count(*) AS bets, coalesce(sum(b.amount), 0)::bigint AS staked, coalesce(sum(b.amount_won), 0)::bigint AS paid
  FROM double_trouble_bet b WHERE b.draw_id = d.id) s
ORDER BY d.id DESC;
