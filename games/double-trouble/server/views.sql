-- What the site knows of Double Trouble's bets: see apps/server/src/ledger/views.sql.

-- @view game_stake
SELECT id, player_id, amount, CASE WHEN outcome = 'win' THEN amount_won ELSE 0 END AS payout,
  CASE WHEN outcome = 'void' THEN amount ELSE 0 END AS refund, outcome IN ('win', 'loss') AS is_settled,
  settled_at AS ended_at, created_at AS placed_at, draw_id AS round,
  payout_hundredths AS hundredths
FROM double_trouble_bet;

-- @view game_row
SELECT 'doubleTroubleBets' AS list, player_id, id, ARRAY[id] AS sources,
  (SELECT row_to_json(r) FROM (
    SELECT b.id, b.draw_id, b.draw_type, b.number, b.amount, b.payout_hundredths, b.client_seed, b.outcome,
      b.amount_won, b.created_at, b.settled_at
  ) r) AS row
FROM double_trouble_bet b;
