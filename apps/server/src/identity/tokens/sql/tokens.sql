-- Personal access tokens. The database's clock decides expiry.

-- @statement lockOwner
-- Locks the player, so that the tokens of one player are counted one call after the other. No row unless the account is
-- open and the password the one that was verified: a concurrent change of it ends all tokens.
SELECT id FROM player
WHERE id = :player_id AND password_hash = :password_hash AND closed_at IS NULL
  AND NOT is_suspended(suspended_at, suspended_until)
FOR NO KEY UPDATE;

-- @statement insertToken
-- No row where the player has as many tokens as allowed.
INSERT INTO access_token (player_id, token_hash, name, scopes, last_four, expires_at)
SELECT :player_id, :token_hash, :name, :scopes, :last_four, clock_timestamp() + make_interval(days => :days)
WHERE (SELECT count(*) FROM access_token WHERE player_id = :player_id AND expires_at > clock_timestamp())
  < :max_tokens::integer
RETURNING id, created_at, expires_at;

-- @statement listTokens
SELECT id, name, scopes, last_four, created_at, expires_at, to_char(last_used_on, 'YYYY-MM-DD') AS last_used_on
FROM access_token WHERE player_id = :player_id AND expires_at > clock_timestamp() ORDER BY id DESC;

-- @statement endToken
DELETE FROM access_token WHERE id = :token_id AND player_id = :player_id RETURNING id;

-- @statement findTokens
-- Tokens of accounts that are suspended or closed are not found.
SELECT t.token_hash, t.id AS token_id, t.player_id, t.scopes,
  t.last_used_on IS DISTINCT FROM (clock_timestamp() AT TIME ZONE 'UTC')::date AS is_stale
FROM access_token t JOIN player p ON p.id = t.player_id
WHERE t.token_hash = ANY(:token_hashes) AND t.expires_at > clock_timestamp()
  AND p.closed_at IS NULL AND NOT is_suspended(p.suspended_at, p.suspended_until);

-- @statement touchTokens
UPDATE access_token SET last_used_on = (clock_timestamp() AT TIME ZONE 'UTC')::date WHERE id = ANY(:token_ids);

-- @statement deleteExpiredTokens
DELETE FROM access_token WHERE expires_at <= clock_timestamp();
