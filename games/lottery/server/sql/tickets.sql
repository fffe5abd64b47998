-- @statement sellTickets
-- Guards, tickets, debits and transfers of a batch, at most one ticket a player.
-- @rows player_id, pick, bid_coins, draw_key, client_seed, call_key, call_body, waited_ms
-- @nullable draw_key[], call_key[], call_body[]
-- @accepted refusal
WITH draw AS MATERIALIZED (
  -- Share lock: closing waits for concurrent tickets, and later ones are refused. On a clock that was set
  -- back the opening lies ahead, and no ticket may seem older than its draw's commitment. The clock is read once:
  -- what is written as the ticket's time is what it was judged by.
  SELECT id, draw_key, draws_at, opened_at, now FROM (
    SELECT id, draw_key, draws_at, opened_at, closes_at, clock_timestamp() AS now FROM lottery_draw
    WHERE state = 'open' AND voided_at IS NULL FOR SHARE
  ) open WHERE opened_at < now AND closes_at > now
),
judged AS MATERIALIZED (
  -- After the draw, as everywhere; no wallet is locked where no draw is open.
  SELECT j.* FROM draw, ledger.judge_stakes(CASE WHEN draw.id > 0 THEN :player_id::bigint[] END, :bid_coins::bigint[]) j
),
input AS MATERIALIZED (
  -- The draw only where the ticket is for it. One that names none is for the draw that was open when it was asked for:
  -- the repeat of that call may have been refused meanwhile.
  SELECT i.player_id, i.pick, i.stake, i.client_seed, i.call_key, i.call_body, d.id AS draw_id, d.draw_key, d.draws_at,
    d.now, j.refusal, j.from_winnings
  FROM unnest(:player_id::bigint[], :pick::bigint[], :bid_coins::bigint[], :draw_key::text[], :client_seed::text[],
      :call_key::bigint[], :call_body::bigint[], :waited_ms::float8[])
    AS i (player_id, pick, stake, wanted_draw, client_seed, call_key, call_body, waited_ms)
  LEFT JOIN judged j ON j.player_id = i.player_id
  LEFT JOIN draw d ON i.wanted_draw = d.draw_key
    OR (i.wanted_draw IS NULL AND d.opened_at < d.now - i.waited_ms * interval '1 ms')
),
ticket AS (
  INSERT INTO lottery_ticket (draw_id, player_id, pick, bid, client_seed, created_at, call_key, call_body)
  SELECT draw_id, player_id, pick, stake, client_seed, now, call_key, call_body FROM input
  WHERE draw_id IS NOT NULL AND refusal IS NULL AND from_winnings IS NOT NULL
  RETURNING id, player_id, bid, created_at
),
debited AS MATERIALIZED (
  SELECT d.* FROM (
    SELECT array_agg(t.id) AS ids, array_agg(t.player_id) AS players, array_agg(t.bid::bigint) AS amounts,
      array_agg(j.from_winnings) AS from_winnings
    FROM ticket t JOIN judged j USING (player_id)
  ) b, ledger.debit_stakes('lottery', b.ids, b.players, b.amounts, b.from_winnings) d
)
SELECT i.player_id AS input_player,
  CASE
    WHEN t.id IS NOT NULL THEN NULL
    WHEN i.draw_id IS NULL THEN 'betting_closed'
    ELSE i.refusal::text
  END AS refusal,
  t.id AS ticket_id, t.created_at AS ticket_created_at, i.draw_key, i.draws_at, v.*
FROM input i
LEFT JOIN ticket t ON t.player_id = i.player_id
LEFT JOIN debited v ON v.player_id = i.player_id;

-- @statement findPlaced
-- The tickets that calls with these keys placed, with their players as they are now.
SELECT t.player_id AS input_player, t.call_body AS "call_body!", t.id AS ticket_id, t.created_at AS ticket_created_at,
  d.draw_key, d.draws_at, v.*
FROM unnest(:player_ids::bigint[], :call_keys::bigint[]) AS c (player_id, call_key)
CROSS JOIN LATERAL (
  SELECT * FROM lottery_ticket x WHERE x.player_id = c.player_id AND x.call_key = c.call_key OFFSET 0
) t
JOIN lottery_draw d ON d.id = t.draw_id
JOIN player_view v ON v.player_id = t.player_id;

-- @statement readStatus
(SELECT id, step, draw_key, state, commitment, closes_at, draws_at, root, ticket_count, beacon_round,
    NULL::bigint AS winning, NULL::timestamptz AS drawn_at
  FROM lottery_draw WHERE state IN ('open', 'closing', 'closed') AND voided_at IS NULL)
UNION ALL
(SELECT id, step, draw_key, state, commitment, closes_at, draws_at, root, ticket_count, beacon_round, winning, drawn_at
  FROM lottery_draw WHERE state IN ('settling', 'finished') ORDER BY id DESC LIMIT 1);

-- @statement readPastDraws
SELECT draw_key, winning AS "winning!", drawn_at AS "drawn_at!", ticket_count AS "ticket_count!" FROM lottery_draw
WHERE state IN ('settling', 'finished') ORDER BY id DESC OFFSET :first_row LIMIT :max_rows;

-- @statement readTickets
-- A player's newest tickets, and those that wait for a draw ahead. Numbers drawn show only once the ticket
-- has been settled.
-- Both take their ids from one sequence. A draw ahead that is not open yet has no key.
SELECT b.id, b.created_at, b.pick, b.bid, b.draw_key, b.draws_at,
  b.voided_at, b.winning, b.is_ahead
FROM (
  (SELECT t.id, t.created_at, t.pick, t.bid, d.draw_key, d.draws_at, d.voided_at,
      CASE WHEN t.id <= d.settled_through THEN d.winning END AS winning, false AS is_ahead
    FROM lottery_ticket t JOIN lottery_draw d ON d.id = t.draw_id
    WHERE t.player_id = :player_id ORDER BY t.id DESC LIMIT :first_row::bigint + :max_rows::bigint)
  UNION ALL
  (SELECT a.id, a.created_at, a.pick, a.bid, d.draw_key, a.draws_at, NULL, NULL, true
    FROM lottery_advance a
    LEFT JOIN lottery_draw d ON d.draws_at = a.draws_at AND d.state IN ('open', 'closing',
      'closed') AND d.voided_at IS NULL
    WHERE a.player_id = :player_id AND a.state = 'pending'
    ORDER BY a.id DESC LIMIT :first_row::bigint + :max_rows::bigint)
) b
ORDER BY b.id DESC OFFSET :first_row LIMIT :max_rows;

-- @statement findProof
SELECT d.id, d.draw_key, d.state, d.commitment, d.opened_at, d.closes_at, d.draws_at, d.root, d.ticket_count,
  d.entropy, coalesce(d.seed, d.void_seed) AS seed, d.winning, d.voided_at, d.void_reason, d.beacon_round,
  v.round AS beacon_value_round, v.randomness, v.signature, c.hash AS beacon_hash, c.public_key AS beacon_key,
  c.genesis_ms, c.period_ms
FROM lottery_draw d
LEFT JOIN beacon_value v ON v.chain_id = d.beacon_chain_id AND v.round = d.beacon_round AND d.winning IS NOT NULL
LEFT JOIN beacon_chain c ON c.id = v.chain_id
WHERE d.draw_key = :draw_key;

-- @statement findTicketPlace
-- The block of a ticket whose draw is closed; no row where the draw has no such ticket, or is still open.
SELECT d.id AS draw_id, d.root AS "root!", d.ticket_count AS "ticket_count!", b.block, b.first_ticket
FROM lottery_draw d
JOIN lottery_ticket t ON t.draw_id = d.id AND t.id = :ticket_id
JOIN LATERAL (
  SELECT block, first_ticket FROM lottery_block
  WHERE draw_id = d.id AND first_ticket <= t.id ORDER BY block DESC LIMIT 1
) b ON true
WHERE d.draw_key = :draw_key AND d.root IS NOT NULL;

-- @statement readBlocks
SELECT hash FROM lottery_block WHERE draw_id = :draw_id ORDER BY block;

-- @statement readOwnTickets
-- A player's newest tickets of a draw that was held or cancelled; those that are not settled yet last. A draw
-- is cancelled when its tickets have been refunded.
SELECT o.is_pending AS is_pending, (count(*) OVER ())::integer AS total,
  (count(*) FILTER (WHERE o.is_pending) OVER ())::integer AS pending,
  o.id, o.pick, o.bid, o.created_at, o.closes_at, o.winning, o.voided_at
FROM (
  SELECT t.id, t.pick, t.bid, t.created_at, d.closes_at, d.winning, d.voided_at,
    d.voided_at IS NULL AND t.id > d.settled_through AS is_pending
  FROM lottery_ticket t JOIN lottery_draw d ON d.id = t.draw_id
  WHERE d.draw_key = :draw_key AND t.player_id = :player_id AND (d.voided_at IS NOT NULL OR d.winning IS NOT NULL)
) o
ORDER BY o.is_pending, o.id DESC LIMIT :max_rows;

-- @statement countTickets
SELECT (SELECT count(*) FROM lottery_ticket t WHERE t.player_id = :player_id)
  + (SELECT count(*) FROM lottery_advance a WHERE a.player_id = :player_id AND a.state = 'pending') AS tickets;

-- @statement sumSettledSince
-- What was settled for a player from a moment on, among their newest tickets: by draws, by void ones, and by draws that
-- did not take place.
SELECT count(*) AS bets, sum(s.stake)::bigint AS staked, sum(s.received)::bigint AS received FROM (
  SELECT t.bid::bigint AS stake, CASE
      WHEN d.voided_at IS NOT NULL THEN t.bid
      ELSE t.bid * (:tier_hundredths::bigint[])[1 + bit_count((t.pick & d.winning)::bit(64))::integer] / 100
    END AS received
  FROM (SELECT * FROM lottery_ticket l WHERE l.player_id = :player_id ORDER BY l.id DESC LIMIT :max_stakes) t
  JOIN lottery_draw d ON d.id = t.draw_id
  WHERE d.voided_at >= :since OR (d.drawn_at >= :since AND t.id <= d.settled_through)
  UNION ALL
  SELECT a.bid, a.bid
  FROM (SELECT * FROM lottery_advance v WHERE v.player_id = :player_id ORDER BY v.id DESC LIMIT :max_stakes) a
  WHERE a.state = 'missed' AND a.ended_at >= :since
) s;
