-- Fragments that the statements of any file may include.

-- @fragment openPlayer
-- A common table expression for statements that write rows of the player: it is empty where the account is closed.
-- Its lock and that of a closing exclude each other: either the closing finds the rows, or they are not written.
open_player AS MATERIALIZED (SELECT id FROM player WHERE id = :player_id AND closed_at IS NULL FOR KEY SHARE)
