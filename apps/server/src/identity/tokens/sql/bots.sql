-- Bots: accounts that have played by an access token.

-- @statement listBots
SELECT id FROM player WHERE bot AND closed_at IS NULL;

-- @statement markBot
-- No row where the account is one already, or closed.
UPDATE player SET bot = true, bot_since = clock_timestamp(), bot_after = newest_transfer()
WHERE id = :player_id AND NOT bot AND closed_at IS NULL RETURNING id;
