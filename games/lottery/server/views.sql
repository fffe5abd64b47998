-- What the site knows of lottery tickets: see apps/server/src/ledger/views.sql.

-- Tickets, under the id of the advance ticket where they were one.
-- @view game_stake
SELECT coalesce(t.advance_id, t.id) AS id, t.player_id, t.bid AS amount,
  CASE WHEN d.winning IS NULL OR t.id > d.settled_through THEN 0
    -- The tiers again, written down independently of the rules.
    ELSE t.bid::bigint * (CASE bit_count((t.pick & d.winning)::bit(64))
      WHEN 6 THEN 100000000 WHEN 5 THEN 500000 WHEN 4 THEN 16000 WHEN 3 THEN 1600 WHEN 2 THEN 100 WHEN 1 THEN 50 ELSE 0
    END) / 100 END AS payout,
  CASE WHEN d.voided_at IS NOT NULL THEN t.bid ELSE 0 END AS refund,
  d.winning IS NOT NULL AND t.id <= d.settled_through AS is_settled,
  coalesce(d.drawn_at, d.voided_at) AS ended_at, t.created_at AS placed_at, d.draw_key COLLATE "default" AS round,
  NULL AS hundredths
FROM lottery_ticket t JOIN lottery_draw d ON d.id = t.draw_id;

-- Advance tickets that are no tickets.
-- @view game_stake
SELECT a.id, a.player_id, a.bid AS amount, 0 AS payout, CASE WHEN a.state = 'pending' THEN 0 ELSE a.bid END AS refund,
  false AS is_settled, a.ended_at, a.created_at AS placed_at, NULL AS round, NULL AS hundredths
FROM lottery_advance a WHERE a.state <> 'placed';

-- @view game_row
SELECT 'lotteryTickets' AS list, player_id, id, ARRAY[id] AS sources,
  (SELECT row_to_json(r) FROM (
    SELECT t.id, (SELECT d.draw_key FROM lottery_draw d WHERE d.id = t.draw_id) AS draw_id, t.bid, t.client_seed,
      t.created_at,
      (SELECT json_agg(n ORDER BY n) FROM generate_series(1, 49) n WHERE t.pick & (1::bigint << (n - 1)) > 0) AS numbers
  ) r) AS row
FROM lottery_ticket t;

-- @view game_row
SELECT 'lotteryAdvanceTickets' AS list, player_id, id, ARRAY[id] AS sources,
  (SELECT row_to_json(r) FROM (
    SELECT a.id, a.draws_at, a.bid, a.client_seed, a.state, a.created_at, a.ended_at,
      (SELECT json_agg(n ORDER BY n) FROM generate_series(1, 49) n WHERE a.pick & (1::bigint << (n - 1)) > 0) AS numbers
  ) r) AS row
FROM lottery_advance a;

-- @view game_row
SELECT 'lotteryFavourites' AS list, player_id, player_id AS id, '{}'::bigint[] AS sources,
  (SELECT row_to_json(r) FROM (
    SELECT f.player_id AS id, (
      SELECT json_agg((
        SELECT json_agg(n ORDER BY n) FROM generate_series(1, 49) n WHERE p.pick & (1::bigint << (n - 1)) > 0
      ) ORDER BY p.place) FROM unnest(f.picks) WITH ORDINALITY AS p (pick, place)) AS numbers
  ) r) AS row
FROM lottery_favourites f;
