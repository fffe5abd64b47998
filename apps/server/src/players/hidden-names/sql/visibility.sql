-- Whether a player's name is shown to others at the table of a round.

-- @statement listHidden
SELECT id FROM player WHERE hides_name AND closed_at IS NULL;

-- @statement findVisibility
SELECT hides_name FROM player WHERE id = :player_id AND closed_at IS NULL;

-- @statement setVisibility
-- No row where the account was closed in the meantime.
UPDATE player SET hides_name = :hides_name WHERE id = :player_id AND closed_at IS NULL RETURNING hides_name;
