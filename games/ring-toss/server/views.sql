-- What the site knows of tosses of Ring Toss: see apps/server/src/ledger/views.sql.

-- @view game_stake
SELECT id, player_id, amount, amount_won AS payout, 0 AS refund, true AS is_settled, created_at AS ended_at,
  created_at AS placed_at, id AS round, NULL AS hundredths
FROM ring_toss_bet;

-- @view game_row
SELECT 'ringTossTosses' AS list, player_id, id, ARRAY[id] AS sources,
  (SELECT row_to_json(r) FROM (
    SELECT b.id, b.amount, b.chance, b.side, b.roll, b.amount_won, b.seed_id, b.nonce, b.created_at
  ) r) AS row
FROM ring_toss_bet b;

-- @view seed_use
SELECT seed_id, nonce FROM ring_toss_bet;
