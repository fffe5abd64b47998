-- What the site knows of games of Minefield: see apps/server/src/ledger/views.sql.

-- @view game_stake
SELECT id, player_id, amount, CASE WHEN state = 'CashedOut' THEN amount_won ELSE 0 END AS payout,
  CASE WHEN state = 'Void' THEN amount ELSE 0 END AS refund, state IN ('Lost', 'CashedOut') AS is_settled,
  updated_at AS ended_at, created_at AS placed_at, id AS round, NULL AS hundredths
FROM minefield_game;

-- @view game_row
SELECT 'minefieldGames' AS list, player_id, id, ARRAY[id] AS sources,
  (SELECT row_to_json(r) FROM (
    SELECT g.id, g.difficulty, g.amount, g.state, g.gem_tiles, g.hit_tile, g.amount_won, g.seed_id, g.nonce,
      g.created_at, g.updated_at
  ) r) AS row
FROM minefield_game g;

-- @view seed_use
SELECT seed_id, nonce FROM minefield_game;
