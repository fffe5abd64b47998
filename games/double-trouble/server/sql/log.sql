-- Double Trouble's draws for the public log.

-- @statement readRounds
SELECT d.id AS key, d.id::text AS id, d.state = 'finished' AS is_settled, d.void_reason,
  d.commitment, d.chain_id, d.link, d.max, d.bets_root, d.bet_count, d.seed, d.winning_number, d.beacon_round,
  v.randomness, v.signature
FROM double_trouble_draw d
LEFT JOIN beacon_value v ON v.chain_id = d.beacon_chain_id AND v.round = d.beacon_round
WHERE d.id > :after ORDER BY d.id LIMIT :max_rows;

-- @statement sumBets
SELECT draw_id AS key, count(*)::integer AS bets, sum(amount)::bigint AS staked,
  count(*) FILTER (WHERE amount_won > 0)::integer AS won, sum(amount_won)::bigint AS paid
FROM double_trouble_bet WHERE draw_id > :after AND draw_id <= :through GROUP BY draw_id;
