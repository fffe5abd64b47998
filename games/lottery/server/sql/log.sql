-- The lottery's draws for the public log.

-- @statement readRounds
SELECT d.id AS key, d.draw_key AS id, d.state = 'finished' AS is_settled, d.void_reason, d.commitment,
  d.root AS bets_root, d.ticket_count AS bet_count, coalesce(d.seed, d.void_seed) AS seed, d.winning, d.beacon_round,
  v.randomness, v.signature
FROM lottery_draw d
LEFT JOIN beacon_value v ON v.chain_id = d.beacon_chain_id AND v.round = d.beacon_round
WHERE d.id > :after ORDER BY d.id LIMIT :max_rows;

-- @statement sumBets
-- Sums the bets of draws whose sales are closed. What a ticket is paid follows from its draw.
SELECT d.id AS key, count(t.id)::integer AS bets, coalesce(sum(t.bid), 0)::bigint AS staked,
  count(*) FILTER (WHERE t.amount_won > 0)::integer AS won, coalesce(sum(t.amount_won), 0)::bigint AS paid
FROM lottery_draw d LEFT JOIN LATERAL (
  SELECT id, bid, t.bid::bigint
      * (:tier_hundredths::bigint[])[1 + bit_count((t.pick & d.winning)::bit(64))::integer] / 100 AS amount_won
  FROM lottery_ticket t WHERE t.id > d.after_ticket AND t.id <= d.last_ticket AND t.draw_id = d.id
) t ON true
WHERE d.id > :after AND d.id <= :through AND d.root IS NOT NULL GROUP BY d.id;
