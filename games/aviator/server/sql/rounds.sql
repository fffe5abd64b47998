-- Aviator's rounds. Each write is one statement that checks the director's epoch under a share lock, so that a leader
-- who was paused and replaced can write nothing. Two of them follow lockRound in a transaction.

-- @statement findRunningRound
-- With what the director alone reads.
SELECT id, step, state, commitment, opened_at, closes_at, starts_at, chain_id, link, bets_root, bet_count,
  beacon_chain_id, beacon_round, beacon_time(beacon_chain_id, beacon_round) AS beacon_at, clock_timestamp() AS now
FROM aviator_round WHERE state IN ('betting', 'flying');

-- @statement readPublicState
-- What anybody may know of the newest round, and of the newest that has crashed, from one snapshot.
(SELECT id, step, state, commitment, closes_at, starts_at, bets_root, bet_count, beacon_round,
    NULL::integer AS crash_hundredths, NULL::bytea AS seed
  FROM aviator_round ORDER BY id DESC LIMIT 1)
UNION ALL
(SELECT id, step, state, commitment, closes_at, starts_at, bets_root, bet_count, beacon_round, crash_hundredths, seed
  FROM aviator_round WHERE state IN ('settling', 'finished') ORDER BY id DESC LIMIT 1);

-- @statement readFlownMs
-- How long a round has been flying, also beyond its crash. No row where it does not fly.
SELECT floor(extract(epoch FROM clock_timestamp() - starts_at) * 1000)::float8 AS flown_ms
FROM aviator_round WHERE id = :round_id AND state = 'flying';

-- @statement findDrawInputs
-- What the crash of a round follows from, without its seed.
SELECT r.chain_id, r.link, r.commitment, r.rtp_bp, r.bets_root, r.beacon_round, v.randomness FROM aviator_round r
LEFT JOIN beacon_value v ON v.chain_id = r.beacon_chain_id AND v.round = r.beacon_round
WHERE r.id = :round_id;

-- @fragment openNext
-- Expects CTEs `lease` and `gate (step)`, with one row where the next round may open and the newest step of the game.
-- It names the first round of the beacon at least a second after the close.
  claimed AS (
    UPDATE fairness_chain c SET next_link = c.next_link + 1 FROM gate
    WHERE c.id = :chain_id AND c.next_link = :link RETURNING c.id, gate.step
  ),
  opened AS (
    INSERT INTO aviator_round
      (step, chain_id, link, commitment, rtp_bp, opened_at, closes_at, starts_at, epoch, beacon_chain_id, beacon_round)
    SELECT claimed.step + 1, claimed.id, :link, :commitment, :rtp_bp, t.now,
      t.starts - :close_ms::integer * interval '1 ms', t.starts,
      lease.epoch, :beacon_chain_id,
      beacon_round_from(:beacon_chain_id, t.starts - :close_ms::integer * interval '1 ms' + interval '1 s')
    FROM claimed, lease, (
      SELECT n.now, n.now + :countdown_ms::integer * interval '1 ms' AS starts
      FROM (SELECT date_trunc('milliseconds', clock_timestamp()) AS now) n
    ) t
    RETURNING id, step, state, commitment, opened_at, closes_at, starts_at, chain_id, link, bets_root, bet_count,
      beacon_chain_id, beacon_round, beacon_time(beacon_chain_id, beacon_round) AS beacon_at, clock_timestamp() AS now
  )

-- @statement openRound
-- @nullable beacon_chain_id
-- Opens a round where none is open or flying. The newest round has the newest step.
WITH lease AS MATERIALIZED (SELECT epoch FROM held_lease(:epoch)),
  gate AS MATERIALIZED (
    SELECT coalesce((SELECT step FROM aviator_round ORDER BY id DESC LIMIT 1), 0) AS step FROM lease
    WHERE NOT EXISTS (SELECT FROM aviator_round WHERE state IN ('betting', 'flying'))
  ),
  {{openNext}}
SELECT * FROM opened;

-- @statement hasBets
SELECT EXISTS (SELECT FROM aviator_bet WHERE round_id = :round_id) AS found;

-- @statement lockRound
-- Waits for bets in progress, which have a share lock on the round, and keeps others out until the transaction
-- ends, so that a later statement of it sees every bet there is. A statement that waited itself would not: it
-- sees what was committed when it began.
WITH lease AS MATERIALIZED (SELECT epoch FROM held_lease(:epoch))
SELECT r.id FROM lease, aviator_round r WHERE r.id = :round_id AND r.state IN ('betting', 'flying') FOR UPDATE OF r;

-- @statement readBetsToSeal
-- Follows lockRound in a transaction, so that no bet is missed.
SELECT id, slot, amount, auto_hundredths, client_seed FROM aviator_bet WHERE round_id = :round_id ORDER BY id;

-- @statement sealRound
-- From here on no bet enters the round. Not once the value of the beacon may be known. Follows readBetsToSeal in its
-- transaction.
WITH lease AS MATERIALIZED (SELECT epoch FROM held_lease(:epoch))
UPDATE aviator_round r SET step = r.step + 1, bets_root = :bets_root, bet_count = :bet_count,
  entropy = CASE WHEN r.beacon_round IS NULL THEN :entropy ELSE 'beacon' END,
  sealed_at = clock_timestamp(), epoch = lease.epoch
FROM lease
WHERE r.id = :round_id AND r.state = 'betting' AND r.sealed_at IS NULL AND r.closes_at <= clock_timestamp()
  AND (r.beacon_round IS NULL OR clock_timestamp() < beacon_time(r.beacon_chain_id, r.beacon_round))
RETURNING r.step, r.bets_root, r.bet_count;

-- @statement startFlight
-- betting → flying, not before `starts_at`, nor without the value of the beacon that the round waits for. The
-- flight begins now, as the seal may have taken a moment. Waits for bets in progress, which hold a share lock on
-- the round.
WITH lease AS MATERIALIZED (SELECT epoch FROM held_lease(:epoch)),
  t AS MATERIALIZED (SELECT date_trunc('milliseconds', clock_timestamp()) AS at)
UPDATE aviator_round r SET step = r.step + 1, state = 'flying', epoch = lease.epoch,
  starts_at = greatest(r.starts_at, t.at)
FROM lease, t
WHERE r.id = :round_id AND r.state = 'betting' AND r.starts_at <= clock_timestamp() AND r.sealed_at IS NOT NULL
  AND (r.beacon_round IS NULL
    OR EXISTS (SELECT FROM beacon_value v WHERE v.chain_id = r.beacon_chain_id AND v.round = r.beacon_round))
RETURNING r.step, r.starts_at;

-- @statement postponeStart
-- Gives a round whose start was missed a new countdown; its bets stay. It opens anew, so that it is void where the
-- clock is set back after that. A round whose bets are sealed takes off late instead, and one that waits for a beacon
-- keeps its close, as others may know the value by then: see moveEmptyRound.
WITH lease AS MATERIALIZED (SELECT epoch FROM held_lease(:epoch)),
  t AS MATERIALIZED (
    SELECT n.now, n.now + :countdown_ms::integer * interval '1 ms' AS at
    FROM (SELECT date_trunc('milliseconds', clock_timestamp()) AS now) n
  )
UPDATE aviator_round r SET step = r.step + 1, epoch = lease.epoch, opened_at = t.now, starts_at = t.at, closes_at = t.at
FROM lease, t
WHERE r.id = :round_id AND r.state = 'betting' AND r.sealed_at IS NULL AND r.beacon_round IS NULL
RETURNING r.id, r.step, r.state, r.commitment, r.opened_at, r.closes_at, r.starts_at, r.chain_id, r.link, r.bets_root,
  r.bet_count, r.beacon_chain_id, r.beacon_round, beacon_time(r.beacon_chain_id, r.beacon_round) AS beacon_at,
  clock_timestamp() AS now;

-- @statement moveEmptyRound
-- @nullable beacon_chain_id
-- Opens a round again that has no bet and can no longer be sealed before the value that it named: it gets another id,
-- a new countdown and another round of the beacon, and its link and commitment stay. So no link is used up, and the
-- public log has two openings of the link, of which the second replaces the first; an id never has two, as the log
-- says what it stands for. Bets would be left behind, so it follows lockRound in a transaction. Otherwise the trigger
-- aviator_round_keeps_bets refuses it.
WITH lease AS MATERIALIZED (SELECT epoch FROM held_lease(:epoch)),
  t AS MATERIALIZED (
    SELECT n.now, n.now + :countdown_ms::integer * interval '1 ms' AS starts
    FROM (SELECT date_trunc('milliseconds', clock_timestamp()) AS now) n
  ),
  close AS MATERIALIZED (SELECT t.starts - :close_ms::integer * interval '1 ms' AS at FROM t)
UPDATE aviator_round r SET id = DEFAULT, step = r.step + 1, opened_at = t.now, closes_at = close.at,
  starts_at = t.starts, epoch = lease.epoch, beacon_chain_id = :beacon_chain_id,
  beacon_round = beacon_round_from(:beacon_chain_id, close.at + interval '1 s')
FROM lease, t, close
WHERE r.id = :round_id AND r.state = 'betting' AND r.sealed_at IS NULL AND r.beacon_round IS NOT NULL
  AND NOT EXISTS (SELECT FROM aviator_bet b WHERE b.round_id = r.id)
RETURNING r.id, r.step, r.state, r.commitment, r.opened_at, r.closes_at, r.starts_at, r.chain_id, r.link, r.bets_root,
  r.bet_count, r.beacon_chain_id, r.beacon_round, beacon_time(r.beacon_chain_id, r.beacon_round) AS beacon_at,
  clock_timestamp() AS now;

-- @fragment revealCrash
-- Columns of a round that ends.
      crash_hundredths = :crash_hundredths::integer, crash_at = r.starts_at + :flight_ms::integer * interval '1 ms'

-- @statement crashAndOpen
-- @nullable beacon_chain_id
-- flying → settling once the crash is reached, seed and crash revealed, and the next round opened, all at once. These
-- are two steps.
WITH lease AS MATERIALIZED (SELECT epoch FROM held_lease(:epoch)),
  gate AS (
    UPDATE aviator_round r SET step = r.step + 1, state = 'settling', seed = :seed, finished_at = clock_timestamp(),
      epoch = lease.epoch, {{revealCrash}}
    FROM lease WHERE r.id = :round_id AND r.state = 'flying'
      AND r.starts_at + :flight_ms::integer * interval '1 ms' <= clock_timestamp()
    RETURNING r.step
  ),
  {{openNext}}
SELECT * FROM opened;

-- @statement readAutoCashOuts
-- The automatic cash-outs of a flight that are not paid, the lowest first. After take-off no more are added.
SELECT b.auto_hundredths AS "hundredths!", b.id AS bet_id, b.player_id, b.slot
FROM aviator_bet b JOIN aviator_round r ON r.id = b.round_id
WHERE r.id = :round_id AND r.state = 'flying' AND b.auto_hundredths IS NOT NULL AND b.outcome = 'pending'
ORDER BY b.auto_hundredths, b.player_id;

-- @statement payAutoCashOuts
-- Pays those of the named bets whose automatic cash-out lies at or below `passed_hundredths`, which the curve shows
-- from `passed_ms` after take-off on. Nothing is due before that moment on the database's clock, and nothing above the
-- crash point ever is: the caller passes no more than that. A bet that was cashed out by hand in the meantime is no
-- longer pending.
WITH lease AS MATERIALIZED (SELECT epoch FROM held_lease(:epoch)),
  flight AS MATERIALIZED (
    SELECT r.id FROM lease, aviator_round r
    WHERE r.id = :round_id AND r.state = 'flying'
      AND r.starts_at + :passed_ms::float8 * interval '1 ms' <= clock_timestamp()
  ),
  due AS MATERIALIZED (
    SELECT b.id, b.player_id FROM flight f JOIN aviator_bet b ON b.round_id = f.id
    WHERE b.id = ANY (:bet_ids::bigint[]) AND b.outcome = 'pending'
      AND b.auto_hundredths <= :passed_hundredths::integer
  ),
  locked AS MATERIALIZED (
    SELECT w.player_id FROM (SELECT array_agg(player_id) AS players FROM due) d, ledger.lock_wallets(d.players) w
  ),
  won AS (
    UPDATE aviator_bet b SET outcome = 'win', cash_out_hundredths = b.auto_hundredths,
      amount_won = b.amount * b.auto_hundredths / 100, settled_at = clock_timestamp()
    FROM due d JOIN locked USING (player_id)
    WHERE b.player_id = d.player_id AND b.id = d.id AND b.outcome = 'pending'
    RETURNING b.*
  ),
  credited AS MATERIALIZED (
    SELECT c FROM (
      SELECT array_agg(id) AS ids, array_agg(player_id) AS players, array_agg(amount) AS amounts,
        array_agg(amount_won) AS amounts_won
      FROM won
    ) w, ledger.credit_wins('aviator', w.ids, w.players, w.amounts, w.amounts_won) c
  )
SELECT EXISTS (SELECT FROM flight) AS is_due, ARRAY(SELECT c FROM credited) AS players;

-- @statement settleChunk
-- Settles up to `max_bets` pending bets of a round. Returns the count, the winners and the losers.
WITH lease AS MATERIALIZED (SELECT epoch FROM held_lease(:epoch)),
  due AS MATERIALIZED (
    SELECT b.id, b.player_id, r.crash_hundredths
    FROM lease, aviator_bet b JOIN aviator_round r ON r.id = b.round_id
    WHERE r.id = :round_id AND r.state = 'settling' AND b.outcome = 'pending'
    ORDER BY b.player_id LIMIT :max_bets
  ),
  locked AS MATERIALIZED (
    SELECT w.player_id FROM (SELECT array_agg(player_id) AS players FROM due) d, ledger.lock_wallets(d.players) w
  ),
  settled AS (
    UPDATE aviator_bet b SET
      outcome = (CASE WHEN b.auto_hundredths <= d.crash_hundredths THEN 'win' ELSE 'loss' END)::bet_outcome,
      cash_out_hundredths = CASE WHEN b.auto_hundredths <= d.crash_hundredths THEN b.auto_hundredths END,
      amount_won = CASE WHEN b.auto_hundredths <= d.crash_hundredths THEN b.amount * b.auto_hundredths / 100 ELSE 0 END,
      settled_at = clock_timestamp()
    FROM due d JOIN locked USING (player_id)
    WHERE b.player_id = d.player_id AND b.id = d.id AND b.outcome = 'pending'
    RETURNING b.*
  ),
  credited AS MATERIALIZED (
    SELECT c FROM (
      SELECT array_agg(id) AS ids, array_agg(player_id) AS players, array_agg(amount) AS amounts,
        array_agg(amount_won) AS amounts_won
      FROM settled WHERE outcome = 'win'
    ) w, ledger.credit_wins('aviator', w.ids, w.players, w.amounts, w.amounts_won) c
  )
SELECT (SELECT count(*) FROM due)::integer AS settled, ARRAY(SELECT c FROM credited) AS players,
  ARRAY(SELECT DISTINCT player_id FROM settled WHERE outcome = 'loss') AS losers;

-- @statement finishRound
-- settling → finished, once no bet is pending. Leaves the epoch as it is: a newer round may be open under the epoch
-- before this leader's.
WITH lease AS MATERIALIZED (SELECT epoch FROM held_lease(:epoch)),
  finished AS (
    UPDATE aviator_round r SET state = 'finished' FROM lease
    WHERE r.id = :round_id AND r.state = 'settling'
      AND NOT EXISTS (SELECT FROM aviator_bet b WHERE b.round_id = r.id AND b.outcome = 'pending')
    RETURNING r.id
  ),
  -- What processes left that were killed, also in rounds that are void.
  deleted AS (
    DELETE FROM aviator_receiver w USING finished f
    WHERE w.round_id <= f.id AND NOT EXISTS (
      SELECT FROM aviator_round r
      WHERE r.id = w.round_id AND r.id <> f.id AND r.state IN ('betting', 'flying', 'settling'))
  )
SELECT id FROM finished;

-- @statement findSettlingRounds
-- With whether a process may still have cash-outs that it received before the crash.
SELECT r.id, r.crash_at AS "crash_at!",
  EXISTS (SELECT FROM aviator_receiver w WHERE w.round_id = r.id) AS is_awaited
FROM aviator_round r WHERE r.state = 'settling' ORDER BY r.id;

-- @statement addReceiver
-- This process may have cash-outs of the round from now on. Nothing where the round is over.
INSERT INTO aviator_receiver (round_id, process)
SELECT r.id, :process FROM aviator_round r WHERE r.id = :round_id AND r.state IN ('betting', 'flying', 'settling')
ON CONFLICT DO NOTHING;

-- @statement removeReceiver
-- All cash-outs that this process had received before the crash are written or refused.
DELETE FROM aviator_receiver WHERE process = :process AND round_id = :round_id;

-- @statement removeOtherReceivers
DELETE FROM aviator_receiver WHERE process <> :process;

-- @fragment refundPending
-- Expects CTE `ended (id)`, the round that was just voided: its pending bets are refunded, and cashed-out bets stand.
  locked AS MATERIALIZED (
    SELECT w.player_id FROM (
      SELECT array_agg(b.player_id) AS players FROM aviator_bet b JOIN ended e ON e.id = b.round_id
      WHERE b.outcome = 'pending'
    ) d, ledger.lock_wallets(d.players) w
  ),
  voided AS (
    UPDATE aviator_bet b SET outcome = 'void', settled_at = clock_timestamp()
    FROM locked l WHERE b.round_id = :round_id AND b.player_id = l.player_id AND b.outcome = 'pending'
    RETURNING b.*
  ),
  refunded AS MATERIALIZED (
    SELECT r FROM (
      SELECT array_agg(id) AS ids, array_agg(player_id) AS players, array_agg(amount) AS amounts,
        array_agg(from_winnings) AS from_winnings
      FROM voided
    ) v, ledger.refund_stakes('aviator', v.ids, v.players, v.amounts, v.from_winnings) r
  )

-- @statement voidRound
-- A void round reveals its link and, once its bets were sealed, where it would have crashed. Its pending bets are
-- refunded. Follows lockRound in a transaction, so that no bet is missed.
-- @nullable crash_hundredths, flight_ms
WITH lease AS MATERIALIZED (SELECT epoch FROM held_lease(:epoch)),
  ended AS (
    UPDATE aviator_round r SET step = r.step + 1, state = 'void', void_reason = :reason, seed = :seed,
      finished_at = clock_timestamp(), epoch = lease.epoch, {{revealCrash}}
    FROM lease WHERE r.id = :round_id AND r.state IN ('betting', 'flying') RETURNING r.id, r.step
  ),
  {{refundPending}}
SELECT ended.step, ARRAY(SELECT r FROM refunded) AS players FROM ended;

-- @statement lockRoundToVoid
-- A round that operators may void: its crash is not committed. Waits for bets in progress, so that a statement
-- after this one sees them all, and lets the engine wait.
SELECT r.id, r.state, r.chain_id, r.link, r.commitment, r.starts_at, r.rtp_bp, r.bets_root, r.beacon_round, v.randomness
FROM aviator_round r
LEFT JOIN beacon_value v ON v.chain_id = r.beacon_chain_id AND v.round = r.beacon_round
WHERE r.id = :round_id AND r.state IN ('betting', 'flying') FOR NO KEY UPDATE OF r;

-- @statement voidLockedRound
-- As voidRound, for operators. It is no step of a leader, so that it checks the state alone, and the epoch stays.
-- @nullable crash_hundredths, flight_ms
WITH ended AS (
    UPDATE aviator_round r SET step = r.step + 1, state = 'void', void_reason = 'operator', seed = :seed,
      finished_at = clock_timestamp(), {{revealCrash}}
    WHERE r.id = :round_id AND r.state IN ('betting', 'flying') RETURNING r.id, r.step
  ),
  {{refundPending}}
SELECT ended.step, (SELECT count(*) FROM voided)::integer AS bets,
  (SELECT coalesce(sum(amount), 0)::bigint FROM voided) AS coins, ARRAY(SELECT r FROM refunded) AS players
FROM ended;

-- @statement findProof
-- Crash point and value of the beacon are null until they are revealed.
SELECT r.id, r.state, r.void_reason, r.link, r.commitment, r.seed, r.rtp_bp, r.crash_hundredths, r.bets_root,
  r.bet_count, r.entropy, c.id AS chain_id, c.terminal_hash, c.salt, c.salt_source, v.round AS beacon_value_round,
  v.randomness, v.signature, b.hash AS beacon_hash, b.public_key AS beacon_key, b.genesis_ms, b.period_ms
FROM aviator_round r JOIN fairness_chain c ON c.id = r.chain_id
LEFT JOIN beacon_value v
  ON v.chain_id = r.beacon_chain_id AND v.round = r.beacon_round AND r.crash_hundredths IS NOT NULL
LEFT JOIN beacon_chain b ON b.id = v.chain_id
WHERE r.id = :round_id;

-- @statement findEndedRound
-- A round that is over, with the totals of its bets. It is settled once none is pending.
SELECT r.id, r.state, r.starts_at, r.crash_hundredths, r.finished_at AS "finished_at!",
  count(b.id)::integer AS bets, count(DISTINCT b.player_id)::integer AS players,
  coalesce(sum(b.amount), 0)::bigint AS staked, coalesce(sum(b.amount_won), 0)::bigint AS paid,
  count(*) FILTER (WHERE b.outcome = 'win')::integer AS cashed_out,
  (count(*) FILTER (WHERE b.outcome = 'pending') = 0 AND r.state <> 'settling') AS is_settled
FROM aviator_round r LEFT JOIN aviator_bet b ON b.round_id = r.id
WHERE r.id = :round_id AND r.state IN ('settling', 'finished', 'void')
GROUP BY r.id;

-- @statement readCashOutMarks
-- Where the bets of a round were cashed out: the most frequent multipliers, from the lowest up.
SELECT m.hundredths AS "hundredths!", m.bets FROM (
  SELECT cash_out_hundredths AS hundredths, count(*)::integer AS bets FROM aviator_bet
  WHERE round_id = :round_id AND outcome = 'win'
  GROUP BY cash_out_hundredths ORDER BY count(*) DESC, cash_out_hundredths LIMIT :max_rows
) m ORDER BY m.hundredths;
