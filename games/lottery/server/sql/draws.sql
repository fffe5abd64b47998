-- The lottery's draws. Each write is one statement that checks the director's epoch under a share lock, so that a
-- leader who was paused and replaced can write nothing.

-- @statement findPendingDraw
SELECT id, step, draw_key, state, commitment, opened_at, closes_at, closed_at, draws_at, sealed, root, ticket_count,
  after_ticket, beacon_chain_id, beacon_round, beacon_time(beacon_chain_id, beacon_round) AS beacon_at,
  clock_timestamp() AS now
FROM lottery_draw WHERE state IN ('open', 'closing', 'closed') AND voided_at IS NULL;

-- @statement readLastSlot
SELECT draws_at FROM lottery_draw WHERE voided_at IS NULL ORDER BY draws_at DESC LIMIT 1;

-- @fragment numbered
-- Which draw of its day the next one is.
  numbered AS (
    SELECT coalesce(max(of_day), 0) + 1 AS of_day FROM lottery_draw WHERE day = :day::date
  )

-- @fragment drawKey
-- The key of the draw that `n` numbers.
:day::date || (CASE WHEN n.of_day = 1 THEN '' ELSE '-' || n.of_day END)

-- @fragment namedRound
-- A round of the beacon that is due at least a second after sales have closed and the seed was made, and usually
-- shortly before the draw, so that there is time to seal very many tickets.
      beacon_round_from(:beacon_chain_id, greatest(:closes_at::timestamptz + interval '1 s',
        :draws_at::timestamptz - interval '4 s', clock_timestamp() + interval '1 s'))

-- @fragment openNext
-- Expects CTEs `lease` and `gate (step)`, with one row where the draw may open and the newest step of the game.
  {{numbered}},
  opened AS (
    INSERT INTO lottery_draw (step, draw_key, day, of_day, sealed, commitment, opened_at, closes_at, draws_at,
      after_ticket, settled_through, epoch, beacon_chain_id, beacon_round)
    SELECT gate.step + 1, {{drawKey}}, :day::date, n.of_day, :sealed,
      :commitment, clock_timestamp(), :closes_at, :draws_at, t.last, t.last, lease.epoch, :beacon_chain_id,
{{namedRound}}
    FROM gate, lease, numbered n, (SELECT coalesce(max(id), 0) AS last FROM lottery_ticket) t
    RETURNING id, step, draw_key, state, commitment, closes_at, draws_at, sealed, root, ticket_count, after_ticket,
      beacon_chain_id, beacon_round, beacon_time(beacon_chain_id, beacon_round) AS beacon_at
  )

-- @statement openDraw
-- @nullable beacon_chain_id
-- Opens a draw where none is pending: the first of a site, and after a void one. The newest draw has the newest step.
WITH lease AS MATERIALIZED (SELECT epoch FROM held_lease(:epoch)),
  gate AS MATERIALIZED (
    SELECT coalesce((SELECT step FROM lottery_draw ORDER BY id DESC LIMIT 1), 0) AS step FROM lease
    WHERE NOT EXISTS (
      SELECT FROM lottery_draw WHERE state IN ('open', 'closing', 'closed') AND voided_at IS NULL)
  ),
  {{openNext}}
SELECT * FROM opened;

-- @statement moveEmptyDraw
-- @nullable beacon_chain_id
-- Opens a draw again that has no ticket and can no longer be sealed before the value that it named: it gets another
-- id and key, another round of the beacon, and the time of a slot that can be held; its seed and commitment stay. The
-- public log has an opening of each key, and nothing else of the first one. Tickets would be left behind, so it
-- follows lockDrawToVoid in a transaction. Otherwise the trigger lottery_draw_keeps_bets refuses it.
WITH lease AS MATERIALIZED (SELECT epoch FROM held_lease(:epoch)),
  {{numbered}}
UPDATE lottery_draw d SET id = DEFAULT, step = d.step + 1, draw_key = {{drawKey}}, day = :day::date,
  of_day = n.of_day, state = 'open', opened_at = clock_timestamp(), closes_at = :closes_at, closed_at = NULL,
  draws_at = :draws_at, epoch = lease.epoch,
  beacon_chain_id = :beacon_chain_id, beacon_round =
{{namedRound}}
FROM lease, numbered n
WHERE d.id = :draw_id AND d.root IS NULL AND d.voided_at IS NULL AND d.beacon_round IS NOT NULL
  AND NOT EXISTS (SELECT FROM lottery_ticket t WHERE t.id > d.after_ticket AND t.draw_id = d.id)
RETURNING d.draw_key;

-- @statement reopenSales
-- Moves a draw that opened later than the clock shows since it was set back. No ticket is older than its
-- commitment: those that were bought before have times of the former clock.
WITH lease AS MATERIALIZED (SELECT epoch FROM held_lease(:epoch))
UPDATE lottery_draw d SET opened_at = clock_timestamp(), epoch = lease.epoch FROM lease
WHERE d.id = :draw_id AND d.state = 'open' AND d.voided_at IS NULL AND d.opened_at > clock_timestamp();

-- @statement closeSales
-- open → closing, not before its time. Waits for concurrent tickets, which have a share lock on the draw, and reads the
-- clock after that: an UPDATE that waited itself would write the time at which it began to wait, before those tickets.
WITH lease AS MATERIALIZED (SELECT epoch FROM held_lease(:epoch)),
  held AS MATERIALIZED (
    SELECT d.id FROM lease, lottery_draw d
    WHERE d.id = :draw_id AND d.state = 'open' AND d.closes_at <= clock_timestamp() FOR NO KEY UPDATE OF d
  )
UPDATE lottery_draw d SET state = 'closing', closed_at = clock_timestamp(), epoch = lease.epoch FROM lease, held
WHERE d.id = held.id
RETURNING d.id;

-- @statement readLeaves
-- Tickets of a draw in the order of id, above one of them.
SELECT id, pick, bid, client_seed FROM lottery_ticket
WHERE id > :above AND draw_id = :draw_id ORDER BY id LIMIT :max_rows;

-- @statement publishRoot
-- closing → closed: the root over all tickets is published, and with it the blocks that proofs are made of. Not
-- once the value of the beacon may be known.
WITH lease AS MATERIALIZED (SELECT epoch FROM held_lease(:epoch)),
  rooted AS (
    UPDATE lottery_draw d SET step = d.step + 1, state = 'closed', root = :root, ticket_count = :ticket_count,
      entropy = CASE WHEN d.beacon_round IS NULL THEN :entropy ELSE 'beacon' END,
      last_ticket = :last_ticket, epoch = lease.epoch
    FROM lease WHERE d.id = :draw_id AND d.state = 'closing'
      AND (d.beacon_round IS NULL OR clock_timestamp() < beacon_time(d.beacon_chain_id, d.beacon_round))
    RETURNING d.id
  ),
  blocks AS (
    INSERT INTO lottery_block (draw_id, block, first_ticket, hash)
    SELECT r.id, b.place - 1, b.first_ticket, b.hash
    FROM rooted r, unnest(:first_tickets::bigint[], :hashes::bytea[]) WITH ORDINALITY AS b (first_ticket, hash, place)
  )
SELECT id FROM rooted;

-- @statement holdDraw
-- @nullable beacon_chain_id
-- closed → settling, not before its time: numbers and seed are published, and the next draw opens, all at once and in
-- one step, as one message shows both.
WITH lease AS MATERIALIZED (SELECT epoch FROM held_lease(:epoch)),
  gate AS (
    UPDATE lottery_draw d SET state = 'settling', seed = :seed, winning = :winning, drawn_at = clock_timestamp(),
      epoch = lease.epoch
    FROM lease WHERE d.id = :draw_id AND d.state = 'closed' AND d.draws_at <= clock_timestamp()
      AND (d.beacon_round IS NULL
        OR EXISTS (SELECT FROM beacon_value v WHERE v.chain_id = d.beacon_chain_id AND v.round = d.beacon_round))
    RETURNING d.step, d.drawn_at
  ),
  {{openNext}}
SELECT opened.*, gate.drawn_at AS "drawn_at!" FROM opened, gate;

-- @statement findSettlingDraw
SELECT id FROM lottery_draw WHERE state = 'settling' ORDER BY id LIMIT 1;

-- @statement settleTickets
-- Pays the next tickets of a draw in the order of id, and notes its progress: a kill in the middle leaves neither.
-- Gives how many tickets were settled, and who was paid.
WITH lease AS MATERIALIZED (SELECT epoch FROM held_lease(:epoch)),
  draw AS MATERIALIZED (
    SELECT d.id, d.settled_through, d.last_ticket, d.winning FROM lease, lottery_draw d
    WHERE d.id = :draw_id AND d.state = 'settling' FOR NO KEY UPDATE OF d
  ),
  due AS MATERIALIZED (
    -- A bound that is a value, not a join, and a limit right upon it: so the index gives the order, nothing
    -- beyond the limit is read, and the planner knows how many rows to expect.
    -- What was bought in advance has its stake, and so its payout, under the id of that.
    SELECT t.id, coalesce(t.advance_id, t.id) AS stake_id, t.player_id, t.bid::bigint AS amount,
      t.bid * (:tier_hundredths::bigint[])[1 + bit_count((t.pick & (SELECT winning FROM draw))::bit(64))::integer] / 100
        AS amount_won
    FROM (
      SELECT id, advance_id, player_id, pick, bid FROM lottery_ticket
      WHERE id > (SELECT settled_through FROM draw) ORDER BY id LIMIT :max_tickets
    ) t
    WHERE t.id <= (SELECT last_ticket FROM draw)
  ),
  locked AS MATERIALIZED (
    SELECT w.player_id FROM (SELECT array_agg(player_id) AS players FROM due WHERE amount_won > 0) d,
      ledger.lock_wallets(d.players) w
  ),
  advanced AS (
    UPDATE lottery_draw d SET settled_through = reached.id, epoch = lease.epoch
    FROM lease, draw, (SELECT max(id) AS id FROM due) reached
    WHERE d.id = draw.id AND reached.id IS NOT NULL
  ),
  credited AS MATERIALIZED (
    SELECT c FROM (
      SELECT array_agg(d.stake_id) AS ids, array_agg(d.player_id) AS players, array_agg(d.amount) AS amounts,
        array_agg(d.amount_won) AS amounts_won
      FROM due d JOIN locked USING (player_id) WHERE d.amount_won > 0
    ) w, ledger.credit_wins('lottery', w.ids, w.players, w.amounts, w.amounts_won) c
  )
SELECT (SELECT count(*) FROM due)::integer AS settled, ARRAY(SELECT c FROM credited) AS players;

-- @statement finishDraw
-- settling → finished, once every ticket was settled.
WITH lease AS MATERIALIZED (SELECT epoch FROM held_lease(:epoch))
UPDATE lottery_draw d SET state = 'finished', finished_at = clock_timestamp(), epoch = lease.epoch FROM lease
WHERE d.id = :draw_id AND d.state = 'settling' AND d.settled_through = d.last_ticket
RETURNING d.id;

-- @statement refundTickets
-- Refunds the bids of a draw's next tickets. Gives how many, and the last of them or null at the end.
WITH due AS MATERIALIZED (
  SELECT id, coalesce(advance_id, id) AS stake_id, player_id, bid FROM lottery_ticket
  WHERE draw_id = :draw_id AND id > :after ORDER BY id LIMIT :max_tickets
),
locked AS MATERIALIZED (
  SELECT w.player_id FROM (SELECT array_agg(player_id) AS players FROM due) d, ledger.lock_wallets(d.players) w
),
voided AS MATERIALIZED (
  SELECT d.stake_id, d.player_id, d.bid::bigint AS amount, coalesce(s.amount, 0) AS from_winnings
  FROM due d JOIN locked USING (player_id)
  LEFT JOIN transfer s ON s.kind = 'lottery_stake_winnings' AND s.source = d.stake_id
),
refunded AS MATERIALIZED (
  SELECT r FROM (
    SELECT array_agg(stake_id) AS ids, array_agg(player_id) AS players, array_agg(amount) AS amounts,
      array_agg(from_winnings) AS from_winnings
    FROM voided
  ) v, ledger.refund_stakes('lottery', v.ids, v.players, v.amounts, v.from_winnings) r
)
SELECT count(*)::integer AS count, max(id) AS last, coalesce(sum(bid), 0)::bigint AS coins,
  ARRAY(SELECT r FROM refunded) AS players
FROM due;

-- @statement voidDraw
-- Voids a pending draw and reveals its seed; its tickets were refunded before.
WITH lease AS MATERIALIZED (SELECT epoch FROM held_lease(:epoch))
UPDATE lottery_draw d SET voided_at = clock_timestamp(), void_reason = :reason, void_seed = :seed,
  epoch = lease.epoch
FROM lease
WHERE d.id = :draw_id AND d.state IN ('open', 'closing', 'closed') AND d.voided_at IS NULL
RETURNING d.id;

-- @statement hasTickets
SELECT EXISTS (SELECT FROM lottery_ticket WHERE id > :after_ticket AND draw_id = :draw_id) AS found;

-- @statement lockDrawToVoid
-- A draw that may be void: its numbers are not drawn. Tickets are sold, and advance tickets become tickets, under
-- a share lock of the draw: they are added before this statement or not at all.
SELECT id, state, commitment, sealed, after_ticket FROM lottery_draw
WHERE draw_key = :draw_key AND state IN ('open', 'closing', 'closed') AND voided_at IS NULL FOR UPDATE;

-- @statement voidLockedDraw
-- As voidDraw, for operators. It is no step of a leader, so that the epoch stays.
UPDATE lottery_draw SET voided_at = clock_timestamp(), void_reason = 'operator', void_seed = :seed
WHERE id = :draw_id AND state IN ('open', 'closing', 'closed') AND voided_at IS NULL;

-- @statement findEndedDraw
-- A draw that was held or cancelled.
SELECT draw_key, winning, ticket_count, coalesce(drawn_at, voided_at) AS "ended_at!",
  (state = 'finished' OR voided_at IS NOT NULL) AS is_settled
FROM lottery_draw
WHERE draw_key = :draw_key AND (winning IS NOT NULL OR voided_at IS NOT NULL);
