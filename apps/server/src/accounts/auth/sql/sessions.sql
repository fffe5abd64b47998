-- Sessions, and the tokens that bind a socket to one.

-- @statement insertSession
-- @nullable user_agent
INSERT INTO session (token_hash, player_id, user_agent, expires_at)
VALUES (:token_hash, :player_id, :user_agent, clock_timestamp() + make_interval(secs => :lasts_seconds));

-- @statement insertSessionIfUnchanged
-- Opens the session only while the password is the one that was verified, so that a concurrent sign-in with the old
-- password cannot outlive a change of it.
-- @nullable user_agent
INSERT INTO session (token_hash, player_id, user_agent, expires_at)
SELECT :token_hash, id, :user_agent, clock_timestamp() + make_interval(secs => :lasts_seconds)
FROM player
WHERE id = :player_id AND password_hash = :password_hash AND suspended_at IS NULL AND closed_at IS NULL
FOR SHARE RETURNING id;

-- @statement findSessions
SELECT token_hash, id AS session_id, player_id,
  last_seen_at < clock_timestamp() - interval '5 minutes' AS is_stale
FROM session WHERE token_hash = ANY(:token_hashes) AND expires_at > clock_timestamp();

-- @statement findLiveSessions
-- Those of the sessions that have not expired, each with the time that is left of it.
SELECT id AS session_id, (extract(epoch FROM expires_at - clock_timestamp()) * 1000)::float8 AS remaining_ms
FROM session WHERE id = ANY(:session_ids) AND expires_at > clock_timestamp();

-- @statement touchSessions
UPDATE session SET last_seen_at = clock_timestamp() WHERE id = ANY(:session_ids);

-- @statement deleteSession
DELETE FROM session WHERE id = :session_id;

-- @statement deleteSessionsExcept
-- All of the player's but one, or all.
-- @nullable retained_id
DELETE FROM session WHERE player_id = :player_id AND id IS DISTINCT FROM :retained_id::bigint RETURNING id;

-- @statement findSocketToken
SELECT s.id AS session_id, s.player_id FROM socket_token t JOIN session s ON s.id = t.session_id
WHERE t.token_hash = :token_hash AND t.expires_at > clock_timestamp() AND s.expires_at > clock_timestamp();

-- @statement replaceSocketToken
-- No row where the session has ended.
WITH expired AS (
  DELETE FROM socket_token WHERE session_id = :session_id AND expires_at <= clock_timestamp())
INSERT INTO socket_token (token_hash, session_id, expires_at)
SELECT :token_hash, id, clock_timestamp() + make_interval(secs => :lasts_seconds) FROM session WHERE id = :session_id
RETURNING expires_at;

-- @statement deleteExpiredSocketTokens
DELETE FROM socket_token WHERE expires_at <= clock_timestamp();

-- @statement deleteExpiredSessions
DELETE FROM session WHERE expires_at <= clock_timestamp();
