-- @statement placeBets
-- Guards, bets, debits and transfers of a batch, at most one bet a player.
-- @rows player_id, draw_type, number, stake_coins, payout_hundredths, draw_id, client_seed, call_key, call_body
-- @rows waited_ms
-- @nullable number[], draw_id[], call_key[], call_body[]
-- @accepted refusal
WITH draw AS MATERIALIZED (
  -- Share lock: the draw waits for concurrent bets, and later ones are refused. The clock is read before
  -- the lock is waited for, and once, so that what is written as the bet's time is what it was judged by.
  -- On a clock that was set back the opening lies ahead, and no bet may seem older than its commitment.
  SELECT id, opened_at, now FROM (
    SELECT id, opened_at, closes_at, clock_timestamp() AS now FROM double_trouble_draw
    WHERE state = 'open' AND max = :max AND sealed_at IS NULL FOR SHARE
  ) open WHERE now > opened_at AND now < closes_at
),
judged AS MATERIALIZED (
  -- After the draw, as everywhere; no wallet is locked where no draw is open.
  SELECT j.*
  FROM draw, ledger.judge_stakes(CASE WHEN draw.id > 0 THEN :player_id::bigint[] END, :stake_coins::bigint[]) j
),
input AS MATERIALIZED (
  -- The draw only where the bet is for it. One that names none is for the draw that was open when it came: its repeat
  -- may have been refused meanwhile.
  SELECT i.player_id, i.draw_type, i.number, i.stake, i.payout_hundredths, i.client_seed, i.call_key, i.call_body,
    d.id AS draw_id, d.now, j.refusal, j.from_winnings
  FROM unnest(:player_id::bigint[], :draw_type::double_trouble_type[], :number::smallint[],
      :stake_coins::bigint[], :payout_hundredths::integer[], :draw_id::bigint[], :client_seed::text[],
      :call_key::bigint[], :call_body::bigint[], :waited_ms::float8[])
    AS i (player_id, draw_type, number, stake, payout_hundredths, wanted_draw, client_seed, call_key, call_body,
      waited_ms)
  LEFT JOIN judged j ON j.player_id = i.player_id
  LEFT JOIN draw d ON i.wanted_draw = d.id
    OR (i.wanted_draw IS NULL AND d.opened_at < d.now - i.waited_ms * interval '1 ms')
),
bet AS (
  INSERT INTO double_trouble_bet
    (draw_id, player_id, draw_type, number, amount, from_winnings, payout_hundredths, client_seed, created_at, call_key,
      call_body)
  SELECT draw_id, player_id, draw_type, number, stake, from_winnings, payout_hundredths, client_seed, now, call_key,
    call_body
  FROM input
  WHERE draw_id IS NOT NULL AND refusal IS NULL AND from_winnings IS NOT NULL
  RETURNING id, draw_id, player_id, amount, from_winnings, created_at
),
debited AS MATERIALIZED (
  SELECT d.* FROM (
    SELECT array_agg(id) AS ids, array_agg(player_id) AS players, array_agg(amount) AS amounts,
      array_agg(from_winnings) AS from_winnings
    FROM bet
  ) b, ledger.debit_stakes('double_trouble', b.ids, b.players, b.amounts, b.from_winnings) d
)
SELECT i.player_id AS input_player,
  CASE
    WHEN b.id IS NOT NULL THEN NULL
    WHEN i.draw_id IS NULL THEN 'betting_closed'
    ELSE i.refusal::text
  END AS refusal,
  b.id AS bet_id, b.draw_id, b.created_at AS bet_created_at, v.*
FROM input i
LEFT JOIN bet b ON b.player_id = i.player_id
LEFT JOIN debited v ON v.player_id = i.player_id;

-- @statement findPlaced
-- The bets that calls with these keys placed, with their players as they are now.
SELECT b.player_id AS input_player, b.call_body AS "call_body!", b.id AS bet_id, b.draw_id,
  b.created_at AS bet_created_at, v.*
FROM unnest(:player_ids::bigint[], :call_keys::bigint[]) AS c (player_id, call_key)
CROSS JOIN LATERAL (
  SELECT * FROM double_trouble_bet x WHERE x.player_id = c.player_id AND x.call_key = c.call_key OFFSET 0
) b
JOIN player_view v ON v.player_id = b.player_id;

-- @statement readUserHistory
-- A player's newest bets.
SELECT id, draw_id, draw_type, number, amount, payout_hundredths, outcome, amount_won, created_at
FROM double_trouble_bet WHERE player_id = :player_id ORDER BY id DESC LIMIT :max_rows;

-- @statement readStatus
-- The draw that is open, and the newest drawn ones, from one snapshot.
(SELECT id, step, draws_at, closes_at, commitment, bets_root, bet_count, beacon_round, NULL::smallint AS winning_number,
    NULL::timestamptz AS drawn_at
  FROM double_trouble_draw WHERE state = 'open')
UNION ALL
(SELECT id, step, draws_at, closes_at, commitment, bets_root, bet_count, beacon_round, winning_number, drawn_at
  FROM double_trouble_draw WHERE winning_number IS NOT NULL ORDER BY id DESC LIMIT :max_rows);

-- @statement findProof
-- Seed and value of the beacon are null before the draw.
SELECT d.id, d.state, d.void_reason, d.link, d.max, d.commitment, d.seed, d.winning_number, d.bets_root, d.bet_count,
  d.entropy, c.id AS chain_id, c.terminal_hash, c.salt, c.salt_source, v.round AS beacon_value_round,
  v.randomness, v.signature, b.hash AS beacon_hash, b.public_key AS beacon_key, b.genesis_ms, b.period_ms
FROM double_trouble_draw d JOIN fairness_chain c ON c.id = d.chain_id
LEFT JOIN beacon_value v ON v.chain_id = d.beacon_chain_id AND v.round = d.beacon_round AND d.winning_number IS NOT NULL
LEFT JOIN beacon_chain b ON b.id = v.chain_id
WHERE d.id = :draw_id;

-- @statement readSealedBets
-- The seal of a draw with each of its bets, in the order of the leaves; no rows if it is not sealed. One
-- statement, so that seal and bets are of one snapshot.
SELECT d.bets_root AS "bets_root!", d.bet_count AS "bet_count!", b.id, b.draw_type, b.number, b.amount, b.client_seed
FROM double_trouble_bet b JOIN double_trouble_draw d ON d.id = b.draw_id
WHERE d.id = :draw_id AND d.sealed_at IS NOT NULL ORDER BY b.id;

-- @statement readOwnBets
-- A player's newest bets in a draw that is over; those that are not decided yet last.
SELECT b.outcome = 'pending' AS is_pending, (count(*) OVER ())::integer AS total,
  (count(*) FILTER (WHERE b.outcome = 'pending') OVER ())::integer AS pending, b.id, b.draw_type, b.number,
    b.amount, b.amount_won, b.payout_hundredths, b.outcome, b.created_at, d.closes_at
FROM double_trouble_bet b JOIN double_trouble_draw d ON d.id = b.draw_id
WHERE b.draw_id = :draw_id AND b.player_id = :player_id AND d.state <> 'open'
ORDER BY b.outcome = 'pending', b.id DESC LIMIT :max_rows;

-- @statement sumSettledSince
-- What was settled for a player from a moment on, among their newest bets.
SELECT count(*) AS bets, sum(b.amount)::bigint AS staked,
  sum(CASE b.outcome WHEN 'win' THEN b.amount_won WHEN 'void' THEN b.amount ELSE 0 END)::bigint AS received
FROM (SELECT * FROM double_trouble_bet t WHERE t.player_id = :player_id ORDER BY t.id DESC LIMIT :max_stakes) b
WHERE b.settled_at >= :since;
