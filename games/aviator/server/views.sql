-- What the site knows of Aviator's bets: see apps/server/src/ledger/views.sql.

-- @view game_stake
SELECT id, player_id, amount, CASE WHEN outcome = 'win' THEN amount_won ELSE 0 END AS payout,
  CASE WHEN outcome = 'void' THEN amount ELSE 0 END AS refund, outcome IN ('win', 'loss') AS is_settled,
  settled_at AS ended_at, created_at AS placed_at, round_id AS round,
  cash_out_hundredths AS hundredths
FROM aviator_bet;

-- @view game_row
SELECT 'aviatorBets' AS list, player_id, id, ARRAY[id] AS sources,
  (SELECT row_to_json(r) FROM (
    SELECT b.id, b.round_id, b.slot, b.amount, b.client_seed, b.outcome, b.auto_hundredths, b.cash_out_hundredths,
      b.amount_won, b.created_at, b.settled_at, b.press_ms, b.parachute, b.silent_since_ms,
      (SELECT b.unpaid_press_ms - f.flight_ms
        FROM aviator_round r, round(extract(epoch FROM r.crash_at - r.starts_at) * 1000) AS f (flight_ms)
        WHERE r.id = b.round_id AND b.unpaid_press_ms >= f.flight_ms) AS late_press_ms
  ) r) AS row
FROM aviator_bet b;
