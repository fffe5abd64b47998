-- Accounts that have played by a personal access token. They are marked wherever others see them, and have boards of
-- their own. An account stays a bot: what it won by program is in its totals.

ALTER TABLE player ADD COLUMN bot boolean NOT NULL DEFAULT false;
CREATE INDEX player_bot ON player (id) WHERE bot;
