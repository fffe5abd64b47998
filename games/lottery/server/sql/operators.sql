-- What operators see of the game.

-- @statement watchDraws
SELECT
  (SELECT count(*) FROM lottery_draw d JOIN lottery_ticket t ON t.draw_id = d.id AND t.id > d.settled_through
    WHERE d.state <> 'finished' AND d.voided_at IS NULL
      AND d.draws_at < clock_timestamp() - interval '1 minute')
    + (SELECT count(*) FROM lottery_draw d JOIN lottery_advance a ON a.draws_at = d.draws_at AND a.state = 'pending'
    WHERE d.voided_at IS NULL AND d.draws_at < clock_timestamp() - interval '1 minute') AS overdue,
  (SELECT count(*) FROM (SELECT voided_at FROM lottery_draw ORDER BY id DESC LIMIT 1000) d
    WHERE d.voided_at IS NOT NULL) AS void;

-- @statement countRunning
SELECT
  (SELECT count(*) FROM lottery_draw WHERE state = 'settling')
    + (SELECT count(*) FROM lottery_draw WHERE state IN ('open', 'closing', 'closed') AND voided_at IS NULL
      AND draws_at <= clock_timestamp()) AS running,
  (SELECT count(*) FROM lottery_draw d WHERE d.state IN ('open', 'closing', 'closed') AND d.voided_at IS NULL
    AND d.draws_at > clock_timestamp()
    AND EXISTS (SELECT FROM lottery_ticket t WHERE t.id > d.after_ticket AND t.draw_id = d.id)) AS waiting;

-- @statement listNewestDraws
-- Coins would take a look at every ticket.
-- @unprepared few rows are read of many
SELECT d.draw_key AS id, CASE WHEN d.voided_at IS NOT NULL THEN 'void' ELSE d.state::text END AS state,
  d.draws_at AS at,
  coalesce(d.ticket_count, (
    SELECT count(*) FROM lottery_ticket t WHERE t.id > d.after_ticket AND t.draw_id = d.id)) AS bets,
  NULL::bigint AS staked, NULL::bigint AS paid,
  d.voided_at IS NULL AND d.state IN ('open', 'closing', 'closed') AS is_open
FROM lottery_draw d ORDER BY d.id DESC LIMIT :max_rows;
