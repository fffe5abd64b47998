-- What the site knows of strikes of High Striker: see apps/server/src/ledger/views.sql.

-- @view game_stake
SELECT id, player_id, amount, amount_won AS payout, 0 AS refund, true AS is_settled, created_at AS ended_at,
  created_at AS placed_at, id AS round, target_hundredths AS hundredths
FROM high_striker_strike;

-- @view game_row
SELECT 'highStrikerStrikes' AS list, player_id, id, ARRAY[id] AS sources,
  (SELECT row_to_json(r) FROM (
    SELECT b.id, b.amount, b.target_hundredths, b.height_hundredths, b.amount_won, b.seed_id, b.nonce, b.created_at
  ) r) AS row
FROM high_striker_strike b;

-- @view seed_use
SELECT seed_id, nonce FROM high_striker_strike;
