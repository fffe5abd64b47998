-- @statement placeBets
-- Guards, bets, debits and transfers of a batch, at most one bet a player.
-- @rows player_id, stake_coins, auto_hundredths, round_id, slot, client_seed, call_key, call_body, parachute
-- @rows waited_ms
-- @nullable auto_hundredths[], round_id[], call_key[], call_body[]
-- @accepted refusal
WITH round AS MATERIALIZED (
  -- Share lock: the seal, or the start of the flight, waits for bets in progress, and none slips in after it.
  -- The clock is read once: what is written as the bet's time is what it was judged by.
  SELECT id, opened_at, now FROM (
    SELECT id, opened_at, closes_at, clock_timestamp() AS now FROM aviator_round
    WHERE state = 'betting' AND sealed_at IS NULL FOR SHARE
  ) open WHERE closes_at > now AND opened_at <= now
),
judged AS MATERIALIZED (
  -- After the round, as everywhere; no wallet is locked where no round is open.
  SELECT j.*
  FROM round, ledger.judge_stakes(CASE WHEN round.id > 0 THEN :player_id::bigint[] END, :stake_coins::bigint[]) j
),
input AS MATERIALIZED (
  -- The round only where the bet is for it. One that names none is for the round that was open when it came: its repeat
  -- may have been refused meanwhile.
  SELECT i.player_id, i.stake, i.auto_hundredths, i.slot, i.client_seed, i.call_key, i.call_body, i.parachute,
    r.id AS round_id, r.now, j.refusal, j.from_winnings
  FROM unnest(:player_id::bigint[], :stake_coins::bigint[], :auto_hundredths::integer[], :round_id::bigint[],
      :slot::smallint[], :client_seed::text[], :call_key::bigint[], :call_body::bigint[],
      :parachute::boolean[], :waited_ms::float8[])
    AS i (player_id, stake, auto_hundredths, wanted_round, slot, client_seed, call_key, call_body, parachute,
      waited_ms)
  LEFT JOIN judged j ON j.player_id = i.player_id
  LEFT JOIN round r ON i.wanted_round = r.id
    OR (i.wanted_round IS NULL AND r.opened_at <= r.now - i.waited_ms * interval '1 ms')
),
bet AS (
  INSERT INTO aviator_bet
    (round_id, player_id, slot, amount, from_winnings, auto_hundredths, client_seed, call_key, call_body,
      parachute, created_at)
  SELECT round_id, player_id, slot, stake, from_winnings, auto_hundredths, client_seed, call_key, call_body, parachute,
    now
  FROM input
  WHERE refusal IS NULL AND round_id IS NOT NULL AND from_winnings IS NOT NULL
  ON CONFLICT (round_id, player_id, slot) DO NOTHING
  RETURNING id, round_id, player_id, amount, from_winnings, created_at
),
debited AS MATERIALIZED (
  SELECT d.* FROM (
    SELECT array_agg(id) AS ids, array_agg(player_id) AS players, array_agg(amount) AS amounts,
      array_agg(from_winnings) AS from_winnings
    FROM bet
  ) b, ledger.debit_stakes('aviator', b.ids, b.players, b.amounts, b.from_winnings) d
)
SELECT i.player_id AS input_player,
  CASE
    WHEN b.id IS NOT NULL THEN NULL
    WHEN i.round_id IS NULL THEN 'betting_closed'
    WHEN EXISTS (
      SELECT FROM aviator_bet x WHERE x.round_id = i.round_id AND x.player_id = i.player_id AND x.slot = i.slot
    )
      THEN 'bet_already_active'
    ELSE coalesce(i.refusal::text, 'bet_already_active')
  END AS refusal,
  b.id AS bet_id, b.round_id, b.created_at AS bet_created_at, v.*
FROM input i
LEFT JOIN bet b ON b.player_id = i.player_id
LEFT JOIN debited v ON v.player_id = i.player_id;

-- @statement findPlaced
-- The bets that calls with these keys placed, with their players as they are now.
SELECT b.player_id AS input_player, b.call_body AS "call_body!", b.id AS bet_id, b.round_id,
  b.created_at AS bet_created_at, v.*
FROM unnest(:player_ids::bigint[], :call_keys::bigint[]) AS c (player_id, call_key)
CROSS JOIN LATERAL (
  SELECT * FROM aviator_bet x WHERE x.player_id = c.player_id AND x.call_key = c.call_key OFFSET 0
) b
JOIN player_view v ON v.player_id = b.player_id;

-- @statement readPressedBets
-- Locks the wallets of the players, each named once, and their bets in a round, and reads what presses are judged by.
-- `flown_ms` is the time from take-off to this statement; `flight_ms` is null until the round is over.
-- @rows player_id, round_id
WITH input AS MATERIALIZED (
  SELECT * FROM unnest(:player_id::bigint[], :round_id::bigint[]) AS t (player_id, round_id)
),
locked AS MATERIALIZED (SELECT player_id FROM ledger.lock_wallets(:player_id))
SELECT b.player_id, b.id, b.round_id, b.slot, b.amount, b.amount_won, b.auto_hundredths, b.cash_out_hundredths,
  b.outcome, b.created_at, b.press_ms, b.unpaid_press_ms, b.ended_by, b.ended_body, b.parachute, b.silent_since_ms,
  r.state,
  (extract(epoch FROM statement_timestamp() - r.starts_at) * 1000)::float8 AS flown_ms,
  round(extract(epoch FROM r.crash_at - r.starts_at) * 1000)::float8 AS flight_ms
FROM input i
-- The bets of a player are looked up by the index: a plan may otherwise read all bets of the round for each of them,
-- as it expects few. The lock makes the subquery one that is not merged.
CROSS JOIN LATERAL (
  SELECT a.* FROM aviator_bet a WHERE a.round_id = i.round_id AND a.player_id = i.player_id FOR NO KEY UPDATE
) b
JOIN aviator_round r ON r.id = i.round_id
-- As a condition of the input: the wallets are locked before its bets are read, and looked up in a hash table.
WHERE (i.player_id IN (SELECT l.player_id FROM locked l)) IS TRUE;

-- @statement payCashOuts
-- Pays cash-outs, at most one a player, by one conditional update: the player of a bet that is no longer pending is not
-- among the rows. The wallets must be locked.
-- @rows player_id, bet_id, hundredths, amount_won, press_ms, call_key, call_body, silent_since_ms
-- @nullable call_key[], call_body[], silent_since_ms[]
WITH input AS MATERIALIZED (
  SELECT * FROM unnest(:player_id::bigint[], :bet_id::bigint[], :hundredths::integer[], :amount_won::bigint[],
      :press_ms::integer[], :call_key::bigint[], :call_body::bigint[], :silent_since_ms::integer[])
    AS t (player_id, bet_id, hundredths, amount_won, press_ms, call_key, call_body, silent_since_ms)
),
won AS (
  UPDATE aviator_bet b SET outcome = 'win', cash_out_hundredths = i.hundredths, amount_won = i.amount_won,
    press_ms = i.press_ms, settled_at = clock_timestamp(), ended_by = i.call_key, ended_body = i.call_body,
    silent_since_ms = i.silent_since_ms
  FROM input i WHERE b.player_id = i.player_id AND b.id = i.bet_id AND b.outcome = 'pending'
  RETURNING b.id, b.player_id, b.amount, b.amount_won
)
SELECT p.* FROM (
  SELECT array_agg(id) AS ids, array_agg(player_id) AS players, array_agg(amount) AS amounts,
    array_agg(amount_won) AS amounts_won
  FROM won
) w, ledger.pay_wins('aviator', w.ids, w.players, w.amounts, w.amounts_won, w.players) p;

-- @statement notePresses
-- What presses left of bets that they did not end: the key of the first one that was answered with the automatic
-- cash-out, so that its repeats are, and when the earliest one arrived that was not paid.
-- @rows player_id, bet_id, unpaid_press_ms, call_key, call_body
-- @nullable unpaid_press_ms[], call_key[], call_body[]
UPDATE aviator_bet b SET unpaid_press_ms = i.unpaid_press_ms, ended_by = i.call_key, ended_body = i.call_body
FROM unnest(:player_id::bigint[], :bet_id::bigint[], :unpaid_press_ms::integer[], :call_key::bigint[],
    :call_body::bigint[])
  AS i (player_id, bet_id, unpaid_press_ms, call_key, call_body)
WHERE b.player_id = i.player_id AND b.id = i.bet_id;

-- @statement readUserHistory
-- A player's newest bets. The crash point shows only once the round has crashed.
SELECT b.id, b.round_id, b.slot, b.amount, b.amount_won, b.outcome, b.cash_out_hundredths, b.auto_hundredths,
  b.parachute, b.silent_since_ms, b.created_at,
  CASE WHEN r.state IN ('settling', 'finished') THEN r.crash_hundredths END AS crash_hundredths
FROM aviator_bet b JOIN aviator_round r ON r.id = b.round_id
WHERE b.player_id = :player_id ORDER BY b.id DESC LIMIT :max_rows;

-- @statement readGlobalHistory
SELECT id, crash_hundredths AS "crash_hundredths!" FROM aviator_round
WHERE state IN ('settling', 'finished') ORDER BY id DESC LIMIT :max_rows;

-- @statement readSealedBets
-- The seal of a round with each of its bets, in the order of the leaves; no rows if it is not sealed. One
-- statement, so that seal and bets are of one snapshot.
SELECT r.bets_root AS "bets_root!", r.bet_count AS "bet_count!", b.id, b.slot, b.amount, b.auto_hundredths,
  b.client_seed
FROM aviator_bet b JOIN aviator_round r ON r.id = b.round_id
WHERE r.id = :round_id AND r.sealed_at IS NOT NULL ORDER BY b.id;

-- @statement readOwnBets
-- A player's own bets in a round that is over, and its times; those that are not decided yet last.
SELECT b.outcome = 'pending' AS is_pending, (count(*) OVER ())::integer AS total,
  (count(*) FILTER (WHERE b.outcome = 'pending') OVER ())::integer AS pending, b.id, b.amount,
    b.amount_won, b.outcome, b.cash_out_hundredths, b.auto_hundredths, b.created_at, b.settled_at,
  b.press_ms, b.unpaid_press_ms, b.silent_since_ms, r.starts_at, r.crash_at
FROM aviator_bet b JOIN aviator_round r ON r.id = b.round_id
WHERE b.round_id = :round_id AND b.player_id = :player_id AND r.state IN ('settling', 'finished', 'void')
ORDER BY b.outcome = 'pending', b.id;

-- @statement sumSettledSince
-- What was settled for a player from a moment on, among their newest bets.
SELECT count(*) AS bets, sum(b.amount)::bigint AS staked,
  sum(CASE b.outcome WHEN 'win' THEN b.amount_won WHEN 'void' THEN b.amount ELSE 0 END)::bigint AS received
FROM (SELECT * FROM aviator_bet t WHERE t.player_id = :player_id ORDER BY t.id DESC LIMIT :max_stakes) b
WHERE b.settled_at >= :since;

-- @statement readParachutes
-- The bets of a flight that have a parachute and are not over. After take-off no more are added.
SELECT player_id, slot FROM aviator_bet WHERE round_id = :round_id AND parachute AND outcome = 'pending'
ORDER BY player_id, slot;

-- @statement readReceivers
-- The processes that may have players' connections during a round.
SELECT process FROM aviator_receiver WHERE round_id = :round_id;
