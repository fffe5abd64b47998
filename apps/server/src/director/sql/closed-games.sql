-- Games that take no stakes: because the leader cannot run them, the beacon is missing, or an operator closed them.

-- @statement closeGame
WITH lease AS MATERIALIZED (SELECT epoch FROM held_lease(:epoch))
INSERT INTO closed_game (game, reason) SELECT :game, :reason FROM lease ON CONFLICT DO NOTHING;

-- @statement reopenGame
WITH lease AS MATERIALIZED (SELECT epoch FROM held_lease(:epoch))
DELETE FROM closed_game WHERE game = :game AND reason = :reason AND EXISTS (SELECT FROM lease);

-- @statement readClosedGames
SELECT game, reason FROM closed_game UNION ALL SELECT game, 'operator' FROM game_switch ORDER BY game;

-- @statement isClosedFor
SELECT EXISTS (SELECT FROM closed_game WHERE game = :game AND reason = :reason) AS found;
