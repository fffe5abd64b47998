-- Games that take no stakes: because the leader cannot run them, or because an operator closed them.

-- @statement closeGame
WITH lease AS MATERIALIZED (SELECT epoch FROM held_lease(:epoch))
INSERT INTO closed_game (game) SELECT :game FROM lease ON CONFLICT DO NOTHING;

-- @statement reopenGame
WITH lease AS MATERIALIZED (SELECT epoch FROM held_lease(:epoch))
DELETE FROM closed_game WHERE game = :game AND EXISTS (SELECT FROM lease);

-- @statement readClosedGames
SELECT game, true AS is_failing FROM closed_game UNION ALL SELECT game, false FROM game_switch ORDER BY game;
