-- Minefield. Locks are taken wallet, seed, game, in that order and by player within each.

-- @statement createGames
-- Guards, games, debits, transfers and nonces of a batch, at most one game a player.
-- @rows player_id, stake_coins, difficulty, tiles, mines, increment_hundredths, seed_id, nonce, call_key, call_body
-- @nullable call_key[], call_body[]
-- @accepted refusal
WITH input AS MATERIALIZED (
  SELECT * FROM unnest(:player_id::bigint[], :stake_coins::bigint[], :difficulty::minefield_difficulty[],
      :tiles::smallint[], :mines::smallint[], :increment_hundredths::integer[], :seed_id::bigint[], :nonce::integer[],
      :call_key::bigint[], :call_body::bigint[])
    AS t (player_id, stake, difficulty, tiles, mines, increment_hundredths, seed_id, nonce, call_key, call_body)
),
judged AS MATERIALIZED (SELECT * FROM ledger.judge_stakes(:player_id, :stake_coins)),
bet AS (
  INSERT INTO minefield_game (player_id, seed_id, nonce, amount, from_winnings, difficulty, tiles, mines,
    increment_hundredths, call_key, call_body)
  SELECT i.player_id, i.seed_id, i.nonce, i.stake, j.from_winnings, i.difficulty, i.tiles, i.mines,
    i.increment_hundredths, i.call_key, i.call_body
  FROM input i JOIN judged j USING (player_id) WHERE j.refusal IS NULL
  ON CONFLICT (player_id) WHERE state = 'Playing' DO NOTHING
  RETURNING *
),
debited AS MATERIALIZED (
  SELECT d.* FROM (
    SELECT array_agg(id) AS ids, array_agg(player_id) AS players, array_agg(amount) AS amounts,
      array_agg(from_winnings) AS from_winnings
    FROM bet
  ) b, ledger.debit_stakes('minefield', b.ids, b.players, b.amounts, b.from_winnings) d
),
drawn AS (SELECT seed_id, nonce FROM bet),
{{advanceNonces}}
SELECT i.player_id AS input_player,
  CASE
    WHEN g.id IS NOT NULL THEN NULL
    WHEN EXISTS (SELECT FROM minefield_game x WHERE x.player_id = i.player_id AND x.state = 'Playing')
      THEN 'game_already_active'
    ELSE coalesce(j.refusal::text, 'game_already_active')
  END AS refusal,
  g.id AS game_id, g.amount, g.difficulty, g.tiles, g.mines, g.increment_hundredths, g.state, g.gem_tiles, g.hit_tile,
  g.amount_won, g.created_at AS game_created_at, g.created_at AS game_updated_at, v.*
FROM input i
LEFT JOIN judged j ON j.player_id = i.player_id
LEFT JOIN bet g ON g.player_id = i.player_id
LEFT JOIN debited v ON v.player_id = i.player_id;

-- @statement findCreated
-- The games that calls with these keys started, as they were then, with their players as they are now.
SELECT g.player_id AS input_player, g.call_body AS "call_body!", g.id AS game_id, g.amount, g.difficulty, g.tiles,
  g.mines, g.increment_hundredths, 'Playing'::minefield_state AS state, '{}'::smallint[] AS gem_tiles,
  NULL::smallint AS hit_tile, 0::bigint AS amount_won, g.created_at AS game_created_at,
  g.created_at AS game_updated_at, s.commitment, s.client_seed AS "client_seed!", g.nonce, v.*
FROM unnest(:player_ids::bigint[], :call_keys::bigint[]) AS c (player_id, call_key)
CROSS JOIN LATERAL (
  SELECT * FROM minefield_game x WHERE x.player_id = c.player_id AND x.call_key = c.call_key OFFSET 0
) g
JOIN player_seed s ON s.id = g.seed_id
JOIN player_view v ON v.player_id = g.player_id;

-- @fragment lockGames
-- Expects CTE `input (player_id, game_id)`, at most one row a player. Returns `before`, the games after the
-- locks were acquired.
  locked AS MATERIALIZED (SELECT player_id FROM ledger.lock_wallets(:player_id)),
  before AS MATERIALIZED (
    SELECT g.* FROM locked l
    JOIN input i ON i.player_id = l.player_id
    JOIN minefield_game g ON g.id = i.game_id AND g.player_id = i.player_id
    FOR NO KEY UPDATE OF g
  )

-- @fragment settle
-- Expects CTE `changed`, the games just changed. Pays those that were cashed out, and reads everything back.
  players AS MATERIALIZED (
    SELECT p.* FROM (
      SELECT array_agg(id) AS ids, array_agg(player_id) AS players, array_agg(amount) AS amounts,
        array_agg(amount_won) AS amounts_won
      FROM changed WHERE state = 'CashedOut'
    ) w, ledger.pay_wins('minefield', w.ids, w.players, w.amounts, w.amounts_won, :player_id) p
  ),
  game_now AS (
    SELECT true AS done, * FROM changed
    UNION ALL SELECT false, b.* FROM before b WHERE NOT EXISTS (SELECT FROM changed c WHERE c.id = b.id)
  )
SELECT g.done, g.id AS game_id, g.amount, g.difficulty, g.tiles, g.mines, g.increment_hundredths, g.state, g.gem_tiles,
  g.hit_tile, g.amount_won, g.created_at AS game_created_at, g.updated_at AS game_updated_at, v.*
FROM game_now g JOIN players v ON v.player_id = g.player_id

-- @statement revealTiles
-- Turns one tile a game: a mine ends it, the last gem cashes it out, any other gem adds to it. Gives each game after
-- the step, or unchanged if the step was refused; `done` distinguishes them.
-- @rows player_id, game_id, tile_id, is_trap, call_key, call_body
-- @nullable call_key[], call_body[]
WITH input AS MATERIALIZED (
  SELECT * FROM unnest(:player_id::bigint[], :game_id::bigint[], :tile_id::smallint[], :is_trap::boolean[],
      :call_key::bigint[], :call_body::bigint[])
    AS t (player_id, game_id, tile, is_trap, call_key, call_body)
),
{{lockGames}},
step AS MATERIALIZED (
  SELECT b.id, i.tile, i.is_trap, i.call_key, i.call_body,
    CASE WHEN i.is_trap THEN b.gem_tiles ELSE b.gem_tiles || i.tile END AS gem_tiles,
    CASE WHEN i.is_trap THEN b.gem_calls ELSE b.gem_calls || i.call_key END AS gem_calls,
    NOT i.is_trap AND cardinality(b.gem_tiles) + 1 = b.tiles - b.mines AS is_last
  FROM before b JOIN input i ON i.game_id = b.id
  WHERE b.state = 'Playing' AND NOT i.tile = ANY (b.gem_tiles)
),
changed AS (
  UPDATE minefield_game g SET
    gem_tiles = s.gem_tiles,
    gem_calls = s.gem_calls,
    ended_by = CASE WHEN s.is_trap THEN s.call_key END,
    ended_body = CASE WHEN s.is_trap THEN s.call_body END,
    hit_tile = CASE WHEN s.is_trap THEN s.tile END,
    state = (CASE WHEN s.is_trap THEN 'Lost' WHEN s.is_last THEN 'CashedOut' ELSE 'Playing' END)::minefield_state,
    amount_won = CASE WHEN s.is_last
      THEN g.amount * (100 + cardinality(s.gem_tiles) * g.increment_hundredths) / 100 ELSE 0 END,
    updated_at = clock_timestamp()
  FROM step s WHERE g.id = s.id AND g.state = 'Playing'
  RETURNING g.*
),
{{settle}};

-- @statement findTurned
-- The tiles that calls with these keys turned in the games they name, and each game as it was then but for the
-- time, which is that of its last change; with the players as they are now.
-- @rows player_id, game_id, call_key
SELECT g.player_id AS input_player, coalesce(g.gem_tiles[t.place], g.hit_tile) AS "tile!", true AS done,
  g.id AS game_id, g.amount, g.difficulty, g.tiles, g.mines, g.increment_hundredths,
  CASE WHEN t.place < g.tiles - g.mines THEN 'Playing' ELSE g.state END AS state,
  CASE WHEN t.place IS NULL THEN g.gem_tiles
    ELSE trim_array(g.gem_tiles, cardinality(g.gem_tiles) - t.place) END AS "gem_tiles!",
  CASE WHEN t.place IS NULL THEN g.hit_tile END AS hit_tile,
  CASE WHEN t.place < g.tiles - g.mines THEN 0 ELSE g.amount_won END AS amount_won,
  g.created_at AS game_created_at, g.updated_at AS game_updated_at, v.*
FROM unnest(:player_id::bigint[], :game_id::bigint[], :call_key::bigint[]) AS c (player_id, game_id, call_key)
JOIN minefield_game g ON g.id = c.game_id AND g.player_id = c.player_id
CROSS JOIN LATERAL (SELECT array_position(g.gem_calls, c.call_key) AS place) t
JOIN player_view v ON v.player_id = g.player_id
WHERE t.place IS NOT NULL OR (g.hit_tile IS NOT NULL AND g.ended_by = c.call_key);

-- @statement findEnded
-- The games that calls with these keys ended by what was found, with the players as they are now.
-- @rows player_id, game_id, call_key
SELECT g.player_id AS input_player, g.ended_body AS "call_body!", false AS done, g.id AS game_id, g.amount,
  g.difficulty, g.tiles, g.mines, g.increment_hundredths, g.state, g.gem_tiles, g.hit_tile, g.amount_won,
  g.created_at AS game_created_at, g.updated_at AS game_updated_at, v.*
FROM unnest(:player_id::bigint[], :game_id::bigint[], :call_key::bigint[]) AS c (player_id, game_id, call_key)
JOIN minefield_game g ON g.id = c.game_id AND g.player_id = c.player_id AND g.ended_by = c.call_key
JOIN player_view v ON v.player_id = g.player_id;

-- @statement endGames
-- Ends games whose count of gems is the one named: paid where there are gems, else lost. Gives rows as revealTiles.
-- @rows player_id, game_id, gems_found, call_key, call_body
-- @nullable call_key[], call_body[]
WITH input AS MATERIALIZED (
  SELECT * FROM unnest(:player_id::bigint[], :game_id::bigint[], :gems_found::integer[], :call_key::bigint[],
      :call_body::bigint[])
    AS t (player_id, game_id, gems, call_key, call_body)
),
{{lockGames}},
changed AS (
  UPDATE minefield_game g SET
    state = (CASE WHEN i.gems > 0 THEN 'CashedOut' ELSE 'Lost' END)::minefield_state,
    amount_won = CASE WHEN i.gems > 0 THEN g.amount * (100 + i.gems * g.increment_hundredths) / 100 ELSE 0 END,
    ended_by = i.call_key,
    ended_body = i.call_body,
    updated_at = clock_timestamp()
  FROM before b JOIN input i ON i.game_id = b.id
  WHERE g.id = b.id AND g.state = 'Playing' AND b.state = 'Playing' AND cardinality(b.gem_tiles) = i.gems
  RETURNING g.*
),
{{settle}};

-- @statement findField
-- What the places of the mines follow from. None of it ever changes.
SELECT g.player_id, g.nonce, g.tiles, g.mines, s.sealed, s.commitment, s.client_seed AS "client_seed!"
FROM minefield_game g JOIN player_seed s ON s.id = g.seed_id WHERE g.id = :game_id;

-- @statement findProof
-- The seed is null until the player rotated it out.
SELECT g.player_id, g.nonce, g.tiles, g.mines, g.state, s.sealed, s.commitment, s.client_seed AS "client_seed!",
  s.client_seed_source AS "client_seed_source!", s.seed
FROM minefield_game g JOIN player_seed s ON s.id = g.seed_id WHERE g.id = :game_id;

-- @fragment shownColumns
  g.id AS game_id, g.amount, g.difficulty, g.tiles, g.mines, g.increment_hundredths, g.state, g.gem_tiles, g.hit_tile,
  g.amount_won, g.created_at AS game_created_at, g.updated_at AS game_updated_at, g.player_id, p.username

-- @statement findPlaying
SELECT {{shownColumns}}, s.commitment FROM minefield_game g
JOIN player p ON p.id = g.player_id JOIN player_seed s ON s.id = g.seed_id
WHERE g.player_id = :player_id AND g.state = 'Playing';

-- @statement readHistory
-- Newest first.
SELECT {{shownColumns}} FROM minefield_game g JOIN player p ON p.id = g.player_id
WHERE g.player_id = :player_id ORDER BY g.id DESC LIMIT :max_rows;

-- @statement hasGameInPlay
SELECT EXISTS (SELECT FROM minefield_game WHERE player_id = :player_id AND state = 'Playing') AS found;

-- @statement voidGames
-- Ends games in play and refunds their stakes. Gives how many.
WITH due AS MATERIALIZED (
  SELECT id, player_id FROM minefield_game WHERE state = 'Playing' ORDER BY player_id LIMIT :max_games
),
locked AS MATERIALIZED (
  SELECT w.player_id FROM (SELECT array_agg(player_id) AS players FROM due) d, ledger.lock_wallets(d.players) w
),
voided AS (
  UPDATE minefield_game g SET state = 'Void', updated_at = clock_timestamp()
  FROM due JOIN locked USING (player_id) WHERE g.id = due.id AND g.state = 'Playing'
  RETURNING g.*
),
refunded AS MATERIALIZED (
  SELECT r FROM (
    SELECT array_agg(id) AS ids, array_agg(player_id) AS players, array_agg(amount) AS amounts,
      array_agg(from_winnings) AS from_winnings
    FROM voided
  ) v, ledger.refund_stakes('minefield', v.ids, v.players, v.amounts, v.from_winnings) r
)
SELECT (SELECT count(*) FROM voided)::integer AS count, (SELECT count(*) FROM refunded)::integer AS players;

-- @statement findEndedGame
-- A game that is over. Without its player.
SELECT id, state, difficulty, tiles, increment_hundredths, gem_tiles, hit_tile, updated_at FROM minefield_game
WHERE id = :game_id AND state <> 'Playing';

-- @statement findOwnEndedGame
SELECT id, amount, amount_won, state, created_at, updated_at FROM minefield_game
WHERE id = :game_id AND player_id = :player_id AND state <> 'Playing';

-- @statement countRunning
SELECT 0::bigint AS running, count(*) AS waiting FROM minefield_game WHERE state = 'Playing';
