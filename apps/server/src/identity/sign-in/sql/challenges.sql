-- Sign-ins whose password was right, and that wait for a second factor.

-- @statement insertChallenge
-- No row where the account was closed in the meantime.
WITH {{openPlayer}}, expired AS (
  DELETE FROM sign_in_challenge WHERE player_id = :player_id AND expires_at <= clock_timestamp())
INSERT INTO sign_in_challenge (player_id, token_hash, expires_at)
SELECT id, :token_hash, clock_timestamp() + make_interval(secs => :lasts_seconds) FROM open_player
RETURNING expires_at;

-- @statement findChallenge
-- The hash is that of the password as it is now: a change of it deletes the challenges.
SELECT c.player_id, p.password_hash AS "password_hash!" FROM sign_in_challenge c JOIN player p ON p.id = c.player_id
WHERE c.token_hash = :token_hash AND c.expires_at > clock_timestamp() AND p.password_hash IS NOT NULL;

-- @statement takeChallenge
-- No row where another call was first.
DELETE FROM sign_in_challenge WHERE token_hash = :token_hash AND expires_at > clock_timestamp() RETURNING player_id;

-- @statement deleteChallenges
DELETE FROM sign_in_challenge WHERE player_id = :player_id;

-- @statement deleteExpiredChallenges
DELETE FROM sign_in_challenge WHERE expires_at <= clock_timestamp();
