-- Aviator's rounds for the public log.

-- @statement lastOver
SELECT coalesce(max(id), 0) AS key FROM aviator_round
WHERE id < coalesce((SELECT min(id) FROM aviator_round WHERE state IN ('betting', 'flying', 'settling')), 9223372036854775807);

-- @statement readRounds
SELECT id, state, chain_id, link, commitment, bets_root, bet_count, seed, crash_hundredths FROM aviator_round
WHERE id > :after ORDER BY id LIMIT :max_rows;

-- @statement sumBets
SELECT round_id AS key, count(*)::integer AS bets, sum(amount)::bigint AS staked,
  count(*) FILTER (WHERE amount_won > 0)::integer AS won, sum(amount_won)::bigint AS paid
FROM aviator_bet WHERE round_id > :after AND round_id <= :through GROUP BY round_id;
