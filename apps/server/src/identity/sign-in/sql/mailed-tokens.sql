-- One-time tokens that are sent by mail: password resets and confirmations of addresses.

-- @statement insertReset
-- No row where the account was closed in the meantime.
WITH {{openPlayer}}
INSERT INTO password_reset (player_id, token_hash, expires_at)
SELECT id, :token_hash, clock_timestamp() + make_interval(secs => :lasts_seconds) FROM open_player
RETURNING player_id;

-- @statement findReset
-- Whose reset this token is, while it is valid.
SELECT p.id, p.username, p.email AS "email!" FROM password_reset r JOIN player p ON p.id = r.player_id
WHERE r.token_hash = :token_hash AND r.expires_at > clock_timestamp() AND p.closed_at IS NULL;

-- @statement takeReset
-- Uses the token up. No row where another call was first.
DELETE FROM password_reset WHERE token_hash = :token_hash AND expires_at > clock_timestamp() RETURNING player_id;

-- @statement deleteResets
DELETE FROM password_reset WHERE player_id = :player_id;

-- @statement deleteExpiredResets
DELETE FROM password_reset WHERE expires_at <= clock_timestamp();

-- @statement insertConfirmation
-- No row where the account was closed in the meantime.
WITH {{openPlayer}}
INSERT INTO email_confirmation (player_id, token_hash, email, expires_at)
SELECT id, :token_hash, :email, clock_timestamp() + make_interval(secs => :lasts_seconds) FROM open_player
RETURNING player_id;

-- @statement takeConfirmation
-- Uses the token up and gives the address. No row where there is no such token, or the address was changed since.
WITH taken AS (
  DELETE FROM email_confirmation WHERE token_hash = :token_hash RETURNING player_id, email, expires_at)
UPDATE player p SET email_confirmed_at = clock_timestamp() FROM taken
WHERE p.id = taken.player_id AND p.email = taken.email AND taken.expires_at > clock_timestamp()
  AND p.closed_at IS NULL
RETURNING p.email AS "email!";

-- @statement deleteExpiredConfirmations
DELETE FROM email_confirmation WHERE expires_at <= clock_timestamp();
