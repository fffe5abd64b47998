-- Sessions, and the tokens that bind a socket to one.

-- @statement insertSession
-- Without `idle_seconds` it lasts as long whether or not it is used.
-- @nullable user_agent, idle_seconds
INSERT INTO session (token_hash, player_id, user_agent, expires_at, absolute_expires_at)
VALUES (:token_hash, :player_id, :user_agent,
  clock_timestamp() + make_interval(secs => least(:lasts_seconds, :idle_seconds::float8)),
  CASE WHEN :idle_seconds::float8 IS NOT NULL THEN clock_timestamp() + make_interval(secs => :lasts_seconds) END);

-- @statement insertSessionIfUnchanged
-- Opens the session only while the password is the one that was verified, so that a concurrent sign-in with the old
-- password cannot outlive a change of it. The lock makes sign-ins of a player wait for each other, so that each counts
-- the sessions of those before it.
-- @nullable user_agent
INSERT INTO session (token_hash, player_id, user_agent, expires_at, absolute_expires_at)
SELECT :token_hash, id, :user_agent, clock_timestamp() + make_interval(secs => :idle_seconds),
  clock_timestamp() + make_interval(secs => :lasts_seconds)
FROM player
WHERE id = :player_id AND password_hash = :password_hash AND NOT is_suspended(suspended_at, suspended_until)
  AND closed_at IS NULL
FOR NO KEY UPDATE RETURNING id;

-- @statement deleteSurplusSessions
-- Ends those that were not used for the longest time.
DELETE FROM session WHERE id IN (
  SELECT id FROM session WHERE player_id = :player_id
  ORDER BY last_seen_at DESC, id DESC OFFSET :max_sessions::integer)
RETURNING id;

-- @statement findSessions
SELECT token_hash, id AS session_id, player_id,
  last_seen_at < clock_timestamp() - interval '5 minutes' AS is_stale
FROM session WHERE token_hash = ANY(:token_hashes) AND expires_at > clock_timestamp();

-- @statement findLiveSessions
-- The given sessions and access tokens that have not expired, each with its remaining time.
SELECT id AS session_id, (extract(epoch FROM expires_at - clock_timestamp()) * 1000)::float8 AS remaining_ms
FROM session WHERE id = ANY(:session_ids) AND expires_at > clock_timestamp()
UNION ALL
SELECT id, (extract(epoch FROM expires_at - clock_timestamp()) * 1000)::float8
FROM access_token WHERE id = ANY(:session_ids) AND expires_at > clock_timestamp();

-- @statement touchSessions
-- Moves the end on, where it depends on use.
UPDATE session SET last_seen_at = clock_timestamp(),
  expires_at = CASE WHEN absolute_expires_at IS NULL THEN expires_at
    ELSE least(absolute_expires_at, clock_timestamp() + make_interval(secs => :idle_seconds)) END
WHERE id = ANY(:session_ids);

-- @statement deleteSession
DELETE FROM session WHERE id = :session_id;

-- @statement deleteSessionsExcept
-- All of the player's but one, or all; and all access tokens, because somebody else may have created them.
-- @nullable retained_id
WITH sessions AS (
    DELETE FROM session WHERE player_id = :player_id AND id IS DISTINCT FROM :retained_id::bigint RETURNING id),
  tokens AS (DELETE FROM access_token WHERE player_id = :player_id RETURNING id)
SELECT id FROM sessions UNION ALL SELECT id FROM tokens;

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

-- @statement findEndedSession
-- The owner of a session or an access token that ended less than so many milliseconds ago.
SELECT id AS session_id, player_id, scopes FROM ended_session
WHERE token_hash = :token_hash AND ended_at > clock_timestamp() - :ago_ms::float8 * interval '1 ms';

-- @statement deleteEndedSessions
-- No call waits for as long as a minute.
DELETE FROM ended_session WHERE ended_at < clock_timestamp() - interval '5 minutes';
