-- What operators see of the game.

-- @statement watchRounds
-- When a flight ends is not in the database: it is overdue only when the longest one would be.
SELECT
  (SELECT count(*) FROM aviator_round r JOIN aviator_bet b ON b.round_id = r.id
    WHERE r.state IN ('betting', 'flying', 'settling')
      AND r.starts_at + :max_flight_ms::integer * interval '1 millisecond' < clock_timestamp() - interval '1 minute'
      AND b.outcome = 'pending') AS overdue,
  (SELECT count(*) FROM (SELECT state FROM aviator_round ORDER BY id DESC LIMIT 1000) r
    WHERE r.state = 'void') AS void;

-- @statement countRunning
SELECT
  (SELECT count(*) FROM aviator_round r WHERE r.state IN ('betting', 'flying')
    AND (r.state = 'flying' OR EXISTS (SELECT FROM aviator_bet b WHERE b.round_id = r.id)))
    + (SELECT count(*) FROM aviator_round WHERE state = 'settling') AS running,
  0::bigint AS waiting;

-- @statement listNewestRounds
-- @unprepared few rows are read of many
SELECT r.id::text AS id, r.state, r.opened_at AS at, s.bets, s.staked, s.paid,
  r.state IN ('betting', 'flying') AS is_open
FROM (SELECT id, state, opened_at FROM aviator_round ORDER BY id DESC LIMIT :max_rows) r
CROSS JOIN LATERAL (
  SELECT count(*) AS bets, coalesce(sum(b.amount), 0)::bigint AS staked, coalesce(sum(b.amount_won), 0)::bigint AS paid
  FROM aviator_bet b WHERE b.round_id = r.id) s
ORDER BY r.id DESC;
