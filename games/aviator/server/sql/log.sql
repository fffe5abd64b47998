-- Aviator's rounds for the public log.

-- @statement readRounds
SELECT r.id AS key, r.id::text AS id, r.state = 'finished' AS is_settled, r.void_reason,
  r.commitment, r.chain_id, r.link, r.rtp_bp, r.bets_root, r.bet_count, r.seed, r.crash_hundredths, r.beacon_round,
  v.randomness, v.signature
FROM aviator_round r
LEFT JOIN beacon_value v ON v.chain_id = r.beacon_chain_id AND v.round = r.beacon_round
WHERE r.id > :after ORDER BY r.id LIMIT :max_rows;

-- @statement sumBets
SELECT round_id AS key, count(*)::integer AS bets, sum(amount)::bigint AS staked,
  count(*) FILTER (WHERE amount_won > 0)::integer AS won, sum(amount_won)::bigint AS paid
FROM aviator_bet WHERE round_id > :after AND round_id <= :through GROUP BY round_id;
