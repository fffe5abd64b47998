-- Games that take no stakes because the leader cannot run them.

-- @statement closeGame
WITH lease AS MATERIALIZED (SELECT epoch FROM held_lease(:epoch))
INSERT INTO closed_game (game) SELECT :game FROM lease ON CONFLICT DO NOTHING;

-- @statement reopenGame
WITH lease AS MATERIALIZED (SELECT epoch FROM held_lease(:epoch))
DELETE FROM closed_game WHERE game = :game AND EXISTS (SELECT FROM lease);

-- @statement readClosedGames
SELECT game FROM closed_game ORDER BY game;
