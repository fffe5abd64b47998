-- Advance tickets: bought for the next draws at once, each taken back singly until sales for its draw close.

-- @statement sellAdvance
-- Guards, advance tickets, debits and transfers of a batch, at most one call a player. `slots` are the times of
-- the next draws, of which the first is open. `totals` are bids times draws.
-- @rows player_id, pick, bid_coins, draws, total, draw_key, client_seed, call_key, call_body, waited_ms
-- @nullable draw_key[], call_key[], call_body[]
-- @accepted refusal
WITH draw AS MATERIALIZED (
  -- Locks and guards the draw as for a ticket.
  SELECT id, draw_key, opened_at, now FROM (
    SELECT id, draw_key, opened_at, closes_at, clock_timestamp() AS now FROM lottery_draw
    WHERE state = 'open' AND voided_at IS NULL AND draws_at = (:slots::timestamptz[])[1] FOR SHARE
  ) open WHERE opened_at < now AND closes_at > now
),
judged AS MATERIALIZED (
  SELECT j.* FROM draw, ledger.judge_stakes(CASE WHEN draw.id > 0 THEN :player_id::bigint[] END, :total::bigint[]) j
),
input AS MATERIALIZED (
  SELECT i.player_id, i.pick, i.bid, i.draws, i.client_seed, i.call_key, i.call_body, d.id AS draw_id, d.now, j.refusal,
    i.total - j.from_winnings AS from_coins
  FROM unnest(:player_id::bigint[], :pick::bigint[], :bid_coins::integer[], :draws::integer[], :total::bigint[],
      :draw_key::text[], :client_seed::text[], :call_key::bigint[], :call_body::bigint[], :waited_ms::float8[])
    AS i (player_id, pick, bid, draws, total, wanted_draw, client_seed, call_key, call_body, waited_ms)
  LEFT JOIN judged j ON j.player_id = i.player_id
  -- As for a ticket.
  LEFT JOIN draw d ON i.wanted_draw = d.draw_key
    OR (i.wanted_draw IS NULL AND d.opened_at < d.now - i.waited_ms * interval '1 ms')
),
advance AS (
  INSERT INTO lottery_advance
    (player_id, draws_at, pick, bid, client_seed, from_winnings, created_at, call_key, call_body)
  -- Coins first: they pay the first draws, winnings the rest.
  SELECT i.player_id, s.draws_at, i.pick, i.bid, i.client_seed,
    least(i.bid, greatest(s.place * i.bid - i.from_coins, 0)), i.now, i.call_key, i.call_body
  FROM input i JOIN unnest(:slots::timestamptz[]) WITH ORDINALITY AS s (draws_at, place) ON s.place <= i.draws
  WHERE i.draw_id IS NOT NULL AND i.refusal IS NULL AND i.from_coins IS NOT NULL
  ORDER BY i.player_id, s.place
  RETURNING id, player_id, draws_at, bid, from_winnings
),
debited AS MATERIALIZED (
  SELECT d.* FROM (
    SELECT array_agg(a.id) AS ids, array_agg(a.player_id) AS players, array_agg(a.bid::bigint) AS amounts,
      array_agg(a.from_winnings) AS from_winnings
    FROM advance a
  ) b, ledger.debit_several_stakes('lottery', b.ids, b.players, b.amounts, b.from_winnings) d
)
SELECT i.player_id AS input_player,
  CASE
    WHEN v.player_id IS NOT NULL THEN NULL
    WHEN i.draw_id IS NULL THEN 'betting_closed'
    ELSE i.refusal::text
  END AS refusal,
  ARRAY(SELECT a.id FROM advance a WHERE a.player_id = i.player_id ORDER BY a.draws_at) AS advance_ids,
  ARRAY(SELECT a.draws_at FROM advance a WHERE a.player_id = i.player_id ORDER BY a.draws_at) AS draw_times,
  v.*
FROM input i
LEFT JOIN debited v ON v.player_id = i.player_id;

-- @statement findSold
-- What calls with these keys bought, whatever became of it, with the players as they are now.
SELECT a.player_id AS input_player, a.call_body AS "call_body!", a.advance_ids,
  a.draw_times, v.*
FROM (
  SELECT x.player_id, x.call_body, array_agg(x.id ORDER BY x.draws_at) AS advance_ids,
    array_agg(x.draws_at ORDER BY x.draws_at) AS draw_times
  FROM unnest(:player_ids::bigint[], :call_keys::bigint[]) AS c (player_id, call_key)
  CROSS JOIN LATERAL (
    SELECT * FROM lottery_advance o WHERE o.player_id = c.player_id AND o.call_key = c.call_key OFFSET 0
  ) x
  GROUP BY x.player_id, x.call_body
) a JOIN player_view v ON v.player_id = a.player_id;

-- @statement cancelAdvances
-- Takes back advance tickets of a batch, at most one a player, while sales for their draws are open.
-- @rows player_id, advance_id, call_key, call_body
-- @nullable call_key[], call_body[]
-- @accepted refusal
WITH input AS MATERIALIZED (
  SELECT * FROM unnest(:player_id::bigint[], :advance_id::bigint[], :call_key::bigint[], :call_body::bigint[])
    AS i (player_id, advance_id, call_key, call_body)
),
draw AS MATERIALIZED (
  -- Share lock: closing waits, and one that was waited for is seen as it is then.
  SELECT d.draws_at, d.state = 'open' AND d.closes_at > clock_timestamp() AS is_selling FROM lottery_draw d
  WHERE d.state IN ('open', 'closing', 'closed') AND d.voided_at IS NULL FOR SHARE
),
locked AS MATERIALIZED (
  SELECT w.player_id FROM (SELECT count(*) AS n FROM draw) d,
    ledger.lock_wallets(CASE WHEN d.n >= 0 THEN :player_id::bigint[] END) w
),
taken AS (
  UPDATE lottery_advance a SET state = 'cancelled', ended_at = clock_timestamp(), ended_by = i.call_key,
    ended_body = i.call_body
  FROM input i JOIN locked l ON l.player_id = i.player_id
  WHERE a.id = i.advance_id AND a.player_id = i.player_id AND a.state = 'pending'
    AND NOT EXISTS (SELECT FROM draw d WHERE d.draws_at = a.draws_at AND NOT d.is_selling)
  RETURNING a.id, a.player_id, a.bid, a.from_winnings
),
refunded AS MATERIALIZED (
  SELECT r.* FROM (
    SELECT array_agg(t.id) AS ids, array_agg(t.player_id) AS players, array_agg(t.bid::bigint) AS amounts,
      array_agg(t.from_winnings) AS from_winnings
    FROM taken t
  ) b, ledger.return_stakes('lottery', b.ids, b.players, b.amounts, b.from_winnings, b.players) r
)
SELECT i.player_id AS input_player,
  CASE
    WHEN v.player_id IS NOT NULL THEN NULL
    WHEN a.state IN ('pending', 'placed') THEN 'betting_closed'
    ELSE 'not_found'
  END AS refusal,
  v.*
FROM input i
LEFT JOIN lottery_advance a ON a.id = i.advance_id AND a.player_id = i.player_id
LEFT JOIN refunded v ON v.player_id = i.player_id;

-- @statement findCancelled
-- The advance tickets that calls with these keys took back, with their players as they are now.
SELECT a.player_id AS input_player, a.ended_body AS "call_body!", v.*
FROM unnest(:player_ids::bigint[], :call_keys::bigint[]) AS c (player_id, call_key)
CROSS JOIN LATERAL (
  SELECT * FROM lottery_advance o WHERE o.player_id = c.player_id AND o.ended_by = c.call_key OFFSET 0
) a
JOIN player_view v ON v.player_id = a.player_id;

-- @statement cancelAllAdvances
-- Takes back all of a player whose account is being closed.
WITH locked AS MATERIALIZED (
  SELECT w.player_id FROM ledger.lock_wallets(ARRAY[:player_id::bigint]) w
),
taken AS (
  UPDATE lottery_advance a SET state = 'cancelled', ended_at = clock_timestamp()
  FROM locked l WHERE a.player_id = l.player_id AND a.state = 'pending'
  RETURNING a.id, a.player_id, a.bid, a.from_winnings
)
SELECT r AS "player_id!" FROM (
  SELECT array_agg(t.id) AS ids, array_agg(t.player_id) AS players, array_agg(t.bid::bigint) AS amounts,
    array_agg(t.from_winnings) AS from_winnings
  FROM taken t
) b, ledger.refund_stakes('lottery', b.ids, b.players, b.amounts, b.from_winnings) r;

-- @statement readAdvances
-- A player's advance tickets that wait for their draw, soonest first, after one of them; 0 is before all.
SELECT a.id, a.draws_at, a.pick, a.bid FROM lottery_advance a
WHERE a.player_id = :player_id AND a.state = 'pending'
  AND (a.draws_at, a.id) > (
    coalesce(
      (SELECT b.draws_at FROM lottery_advance b WHERE b.id = :after_id AND b.player_id = :player_id),
      '-infinity'),
    :after_id::bigint)
ORDER BY a.draws_at, a.id LIMIT :max_rows;

-- @statement readAdvanceTimes
-- The times from a draw's own on for which something was bought ahead.
SELECT DISTINCT draws_at FROM lottery_advance WHERE state = 'pending' AND draws_at >= :from;

-- @statement placeAdvances
-- In the closing of a draw: the next advance tickets for its time become tickets. Gives how many. A kill in the middle
-- leaves each as it was, or a ticket. The players are locked first, as in every other call that writes rows of
-- them, then the draw: an operator who voids it waits and refunds these tickets, or was first, and they stay
-- advance tickets.
WITH lease AS MATERIALIZED (SELECT epoch FROM held_lease(:epoch)),
  draw AS MATERIALIZED (
    SELECT d.id, d.draws_at FROM lease, lottery_draw d
    WHERE d.id = :draw_id AND d.state = 'closing' AND d.voided_at IS NULL
  ),
  wanted AS MATERIALIZED (
    SELECT a.id, a.player_id FROM draw, lottery_advance a
    WHERE a.state = 'pending' AND a.draws_at = draw.draws_at ORDER BY a.id LIMIT :max_tickets
  ),
  owner AS MATERIALIZED (
    SELECT p.id FROM player p WHERE p.id IN (SELECT w.player_id FROM wanted w) ORDER BY p.id FOR KEY SHARE
  ),
  held AS MATERIALIZED (
    SELECT d.id FROM lottery_draw d
    WHERE d.id = :draw_id AND d.state = 'closing' AND d.voided_at IS NULL AND (SELECT count(*) FROM owner) > 0 FOR SHARE
  ),
  placed AS (
    UPDATE lottery_advance a SET state = 'placed', ended_at = clock_timestamp()
    FROM held, wanted w JOIN owner o ON o.id = w.player_id WHERE a.id = w.id AND a.state = 'pending'
    RETURNING a.id, a.player_id, a.pick, a.bid, a.client_seed
  ),
  ticket AS (
    INSERT INTO lottery_ticket (draw_id, player_id, pick, bid, client_seed, advance_id)
    SELECT draw.id, p.player_id, p.pick, p.bid, p.client_seed, p.id FROM draw, placed p ORDER BY p.id
    RETURNING id
  )
SELECT (SELECT count(*) FROM wanted)::integer AS wanted, (SELECT count(*) FROM ticket)::integer AS placed;

-- @statement refundMissed
-- In the closing of a draw: advance tickets for an earlier time had no draw, because the pattern was changed or more
-- draws were missed than are made up for. They go back. Gives how many, and whose.
WITH lease AS MATERIALIZED (SELECT epoch FROM held_lease(:epoch)),
  due AS MATERIALIZED (
    SELECT a.id, a.player_id FROM lease, lottery_draw d, lottery_advance a
    WHERE d.id = :draw_id AND d.state = 'closing' AND d.voided_at IS NULL
      AND a.state = 'pending' AND a.draws_at < d.draws_at
    ORDER BY a.draws_at, a.id LIMIT :max_tickets
  ),
  locked AS MATERIALIZED (
    SELECT w.player_id FROM (SELECT array_agg(player_id) AS players FROM due) d, ledger.lock_wallets(d.players) w
  ),
  missed AS (
    UPDATE lottery_advance a SET state = 'missed', ended_at = clock_timestamp()
    FROM due JOIN locked l ON l.player_id = due.player_id WHERE a.id = due.id AND a.state = 'pending'
    RETURNING a.id, a.player_id, a.bid, a.from_winnings
  ),
  refunded AS MATERIALIZED (
    SELECT r FROM (
      SELECT array_agg(m.id) AS ids, array_agg(m.player_id) AS players, array_agg(m.bid::bigint) AS amounts,
        array_agg(m.from_winnings) AS from_winnings
      FROM missed m
    ) b, ledger.refund_stakes('lottery', b.ids, b.players, b.amounts, b.from_winnings) r
  )
SELECT (SELECT count(*) FROM due)::integer AS missed, ARRAY(SELECT r FROM refunded) AS players;
