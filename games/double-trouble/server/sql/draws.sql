-- Double Trouble's draws. Each write is one statement that checks the director's epoch under a share lock, so that a
-- leader who was paused and replaced can write nothing. Two of them follow lockOpenDraw in a transaction.

-- @statement findOpenDraw
SELECT id, step, chain_id, link, max, interval_ms, commitment, opened_at, closes_at, draws_at, bets_root, bet_count,
  beacon_chain_id, beacon_round, beacon_time(beacon_chain_id, beacon_round) AS beacon_at, clock_timestamp() AS now
FROM double_trouble_draw WHERE state = 'open';

-- @fragment nextSlot
-- The slot that follows `after (id)`, the newest id that was used: the first slot of the grid that lies after now
-- and after that. An id that lies further ahead is from before the clock was set back: then the slot follows the
-- clock alone, and no id is used again.
    SELECT s.at, greatest(s.at, after.id + 1) AS id
    FROM after CROSS JOIN LATERAL (SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS ms) now
    CROSS JOIN LATERAL (
      SELECT (CASE WHEN after.id > now.ms + :interval_ms::bigint THEN now.ms ELSE greatest(now.ms, after.id) END
        / :interval_ms::bigint + 1) * :interval_ms::bigint AS at
    ) s

-- @fragment openNext
-- Expects CTEs `lease` and `gate (after, step)`, with one row where the next draw may open and the newest step of the
-- game. It names the first round of the beacon at least a second after the close.
  claimed AS (
    UPDATE fairness_chain c SET next_link = c.next_link + 1 FROM gate
    WHERE c.id = :chain_id AND c.next_link = :link RETURNING c.id AS chain_id, gate.after AS id, gate.step
  ),
  after AS (SELECT id FROM claimed),
  slot AS MATERIALIZED (
    {{nextSlot}}
  ),
  opened AS (
    INSERT INTO double_trouble_draw
      (id, step, chain_id, link, commitment, interval_ms, max, opened_at, closes_at, draws_at, epoch,
        beacon_chain_id, beacon_round)
    SELECT slot.id, claimed.step + 1, claimed.chain_id, :link, :commitment, :interval_ms::bigint, :max,
      clock_timestamp(), close.at,
      to_timestamp(0) + slot.at * interval '1 ms', lease.epoch, :beacon_chain_id,
      beacon_round_from(:beacon_chain_id, greatest(close.at, clock_timestamp()) + interval '1 s')
    FROM slot, claimed, lease,
      LATERAL (SELECT to_timestamp(0) + (slot.at - :close_ms::bigint) * interval '1 ms' AS at) close
    RETURNING id, step, chain_id, link, max, interval_ms, commitment, closes_at, draws_at, bets_root, bet_count,
      beacon_chain_id, beacon_round, beacon_time(beacon_chain_id, beacon_round) AS beacon_at
  )

-- @statement openDraw
-- @nullable beacon_chain_id
-- Opens a draw where none is open. The newest draw has the newest step.
WITH lease AS MATERIALIZED (SELECT epoch FROM held_lease(:epoch)),
  gate AS MATERIALIZED (
    SELECT coalesce(newest.id, 0) AS after, coalesce(newest.step, 0) AS step
    FROM lease LEFT JOIN (SELECT id, step FROM double_trouble_draw ORDER BY id DESC LIMIT 1) newest ON true
    WHERE NOT EXISTS (SELECT FROM double_trouble_draw WHERE state = 'open')
  ),
  {{openNext}}
SELECT * FROM opened;

-- @statement drawAndOpen
-- @nullable beacon_chain_id
-- open → settling, not before the slot's time: number and seed are committed, and the next draw opens, all at once
-- and in one step, as one message shows both. Waits for concurrent bets, which have a share lock on the row.
WITH lease AS MATERIALIZED (SELECT epoch FROM held_lease(:epoch)),
  gate AS (
    UPDATE double_trouble_draw d SET state = 'settling', winning_number = :winning_number, seed = :seed,
      drawn_at = clock_timestamp(), epoch = lease.epoch
    FROM lease WHERE d.id = :draw_id AND d.state = 'open' AND d.draws_at <= clock_timestamp()
      AND d.sealed_at IS NOT NULL
      AND (d.beacon_round IS NULL
        OR EXISTS (SELECT FROM beacon_value v WHERE v.chain_id = d.beacon_chain_id AND v.round = d.beacon_round))
    RETURNING d.id AS after, d.step, d.drawn_at
  ),
  {{openNext}}
SELECT opened.*, gate.drawn_at AS "drawn_at!" FROM opened, gate;

-- @statement lockOpenDraw
-- Waits for bets in progress, which have a share lock on the row, and keeps others out until the transaction
-- ends, so that a later statement of it sees every bet there is. A statement that waited itself would not: it
-- sees what was committed when it began.
WITH lease AS MATERIALIZED (SELECT epoch FROM held_lease(:epoch))
SELECT d.id FROM lease, double_trouble_draw d WHERE d.id = :draw_id AND d.state = 'open' FOR UPDATE OF d;

-- @statement readBetsToSeal
-- Follows lockOpenDraw in a transaction, so that no bet is missed.
SELECT id, draw_type, number, amount, client_seed FROM double_trouble_bet WHERE draw_id = :draw_id ORDER BY id;

-- @statement sealDraw
-- From here on no bet enters the draw. Not once the value of the beacon may be known. Follows readBetsToSeal in its
-- transaction.
WITH lease AS MATERIALIZED (SELECT epoch FROM held_lease(:epoch))
UPDATE double_trouble_draw d SET step = d.step + 1, bets_root = :bets_root, bet_count = :bet_count,
  entropy = CASE WHEN d.beacon_round IS NULL THEN :entropy ELSE 'beacon' END,
  sealed_at = clock_timestamp(), epoch = lease.epoch
FROM lease
WHERE d.id = :draw_id AND d.state = 'open' AND d.sealed_at IS NULL AND d.closes_at <= clock_timestamp()
  AND (d.beacon_round IS NULL OR clock_timestamp() < beacon_time(d.beacon_chain_id, d.beacon_round))
RETURNING d.step, d.bets_root, d.bet_count;

-- @statement moveEmptyDraw
-- @nullable beacon_chain_id
-- Gives the open draw another slot or other terms while it has no bets; its link and commitment stay. So slots
-- that passed without a leader, and without a bet, leave no row and use no link; a sealed draw stays. The row's
-- new id would leave bets behind, so it follows lockOpenDraw in a transaction. Otherwise the trigger
-- double_trouble_draw_keeps_bets refuses it.
WITH lease AS MATERIALIZED (SELECT epoch FROM held_lease(:epoch)),
  -- Its own id is used: what an id stood for is in the public log, also when the clock comes to that slot again.
  after AS (SELECT max(id) AS id FROM double_trouble_draw),
  slot AS MATERIALIZED (
    {{nextSlot}}
  ),
  close AS MATERIALIZED (
    SELECT to_timestamp(0) + (slot.at - :close_ms::bigint) * interval '1 ms' AS at FROM slot
  )
UPDATE double_trouble_draw d SET id = slot.id, step = d.step + 1,
  draws_at = to_timestamp(0) + slot.at * interval '1 ms', opened_at = clock_timestamp(), closes_at = close.at,
  interval_ms = :interval_ms::bigint, max = :max,
  epoch = lease.epoch,
  beacon_chain_id = :beacon_chain_id::integer,
  beacon_round = beacon_round_from(:beacon_chain_id, greatest(close.at, clock_timestamp()) + interval '1 s')
FROM lease, slot, close
WHERE d.id = :draw_id AND d.state = 'open' AND d.sealed_at IS NULL
  AND NOT EXISTS (SELECT FROM double_trouble_bet b WHERE b.draw_id = d.id)
RETURNING d.id;

-- @statement hasBets
SELECT EXISTS (SELECT FROM double_trouble_bet WHERE draw_id = :draw_id) AS found;

-- @statement findSettlingDraws
-- Draws whose bets are not all settled, the oldest first.
SELECT id FROM double_trouble_draw WHERE state = 'settling' ORDER BY id;

-- @statement settleChunk
-- Settles up to `max_bets` pending bets of a draw. Returns the count, the winners and the losers.
WITH lease AS MATERIALIZED (SELECT epoch FROM held_lease(:epoch)),
  due AS MATERIALIZED (
    SELECT b.id, b.player_id,
      (CASE b.draw_type
        WHEN 'Number' THEN b.number = d.winning_number
        WHEN 'Under' THEN d.winning_number < d.max / 2
        WHEN 'Over' THEN d.winning_number > d.max / 2
        WHEN 'Exact' THEN d.winning_number = d.max / 2
      END) AS wins
    FROM lease, double_trouble_bet b JOIN double_trouble_draw d ON d.id = b.draw_id
    WHERE d.id = :draw_id AND d.state = 'settling' AND b.outcome = 'pending' ORDER BY b.id LIMIT :max_bets
  ),
  locked AS MATERIALIZED (
    SELECT w.player_id FROM (SELECT array_agg(player_id) AS players FROM due WHERE wins) d,
      ledger.lock_wallets(d.players) w
  ),
  settled AS (
    UPDATE double_trouble_bet b SET
      outcome = (CASE WHEN due.wins THEN 'win' ELSE 'loss' END)::bet_outcome,
      amount_won = CASE WHEN due.wins THEN b.amount * b.payout_hundredths / 100 ELSE 0 END,
      settled_at = clock_timestamp()
    FROM due WHERE b.player_id = due.player_id AND b.id = due.id AND b.outcome = 'pending'
      AND (NOT due.wins OR due.player_id IN (SELECT player_id FROM locked))
    RETURNING b.*
  ),
  credited AS MATERIALIZED (
    SELECT c FROM (
      SELECT array_agg(id) AS ids, array_agg(player_id) AS players, array_agg(amount) AS amounts,
        array_agg(amount_won) AS amounts_won
      FROM settled WHERE outcome = 'win'
    ) w, ledger.credit_wins('double_trouble', w.ids, w.players, w.amounts, w.amounts_won) c
  )
SELECT (SELECT count(*) FROM due)::integer AS settled, ARRAY(SELECT c FROM credited) AS players,
  ARRAY(SELECT DISTINCT player_id FROM settled WHERE outcome = 'loss') AS losers;

-- @statement finishDraw
-- settling → finished, once no bet is pending. Not a step of the game's, so the row's epoch stays.
WITH lease AS MATERIALIZED (SELECT epoch FROM held_lease(:epoch))
UPDATE double_trouble_draw d SET state = 'finished' FROM lease
WHERE d.id = :draw_id AND d.state = 'settling'
  AND NOT EXISTS (SELECT FROM double_trouble_bet b WHERE b.draw_id = d.id AND b.outcome = 'pending')
RETURNING d.id;

-- @fragment refundBets
-- Expects CTE `ended (id)`, the draw that was just voided: every stake is refunded.
  locked AS MATERIALIZED (
    SELECT w.player_id FROM (
      SELECT array_agg(b.player_id) AS players FROM double_trouble_bet b JOIN ended e ON e.id = b.draw_id
    ) d, ledger.lock_wallets(d.players) w
  ),
  voided AS (
    UPDATE double_trouble_bet b SET outcome = 'void', settled_at = clock_timestamp()
    FROM locked l WHERE b.draw_id = :draw_id AND b.player_id = l.player_id AND b.outcome = 'pending'
    RETURNING b.*
  ),
  refunded AS MATERIALIZED (
    SELECT r FROM (
      SELECT array_agg(id) AS ids, array_agg(player_id) AS players, array_agg(amount) AS amounts,
        array_agg(from_winnings) AS from_winnings
      FROM voided
    ) v, ledger.refund_stakes('double_trouble', v.ids, v.players, v.amounts, v.from_winnings) r
  )

-- @statement voidDraw
-- Abandons a draw: every stake is refunded. Where its seed is not available, the chain, whose later links depend
-- on that seed, is used no more. Not before the slot's time, unless it is abandoned early. Follows lockOpenDraw
-- in a transaction, so that no bet is missed.
WITH lease AS MATERIALIZED (SELECT epoch FROM held_lease(:epoch)),
  ended AS (
    UPDATE double_trouble_draw d SET state = 'void', void_reason = :reason,
      drawn_at = clock_timestamp(), epoch = lease.epoch
    FROM lease WHERE d.id = :draw_id AND d.state = 'open' AND (:is_early::boolean OR d.draws_at <= clock_timestamp())
    RETURNING d.id, d.chain_id
  ),
  abandoned AS (
    UPDATE fairness_chain c SET next_link = c.links + 1 FROM ended
    WHERE c.id = ended.chain_id AND NOT :keeps_chain::boolean
  ),
  {{refundBets}}
SELECT (SELECT count(*) FROM ended)::integer AS ended, ARRAY(SELECT r FROM refunded) AS players;

-- @statement lockDrawToVoid
-- A draw that operators may void: its number is not drawn. Waits for bets in progress, so that a statement after
-- this one sees them all, and lets the engine wait.
SELECT id, state FROM double_trouble_draw WHERE id = :draw_id AND state = 'open' FOR NO KEY UPDATE;

-- @statement voidLockedDraw
-- For operators. It is no step of a leader, so that it checks the state alone, and the epoch stays. The chain
-- continues: the commitment of its next link is the seed of this draw.
WITH ended AS (
    UPDATE double_trouble_draw d SET state = 'void', void_reason = 'operator', drawn_at = clock_timestamp()
    WHERE d.id = :draw_id AND d.state = 'open' RETURNING d.id
  ),
  {{refundBets}}
SELECT (SELECT count(*) FROM voided)::integer AS bets, (SELECT coalesce(sum(amount), 0)::bigint FROM voided) AS coins,
  ARRAY(SELECT r FROM refunded) AS players
FROM ended;

-- @statement findEndedDraw
-- A draw that is over, with the totals of its bets. It is settled once none is pending.
SELECT d.id, d.state, d.max, d.winning_number, d.drawn_at AS "drawn_at!",
  count(b.id)::integer AS bets, count(DISTINCT b.player_id)::integer AS players,
  coalesce(sum(b.amount), 0)::bigint AS staked, coalesce(sum(b.amount_won), 0)::bigint AS paid,
  count(*) FILTER (WHERE b.outcome = 'win')::integer AS won,
  (count(*) FILTER (WHERE b.outcome = 'pending') = 0 AND d.state <> 'settling') AS is_settled
FROM double_trouble_draw d LEFT JOIN double_trouble_bet b ON b.draw_id = d.id
WHERE d.id = :draw_id AND d.state <> 'open'
GROUP BY d.id;
