-- Games that an operator closed.

-- @statement closeGame
-- No row where it is closed already.
INSERT INTO game_switch (game, closed_by, reason) VALUES (:game, :staff_id, :reason)
ON CONFLICT (game) DO NOTHING RETURNING since;

-- @statement openGame
-- No row where it is not closed.
DELETE FROM game_switch WHERE game = :game RETURNING reason, since;

-- @statement listSwitches
SELECT g.game, g.reason, g.since, s.name AS staff FROM game_switch g JOIN staff s ON s.id = g.closed_by;
