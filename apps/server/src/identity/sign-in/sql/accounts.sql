-- Accounts as they sign in, and where each one signed in from. The database's clock decides expiry.

-- @fragment knownAddressLife
interval '90 days'

-- @fragment account
-- `is_known_address`: whether the account was signed in from the given address recently.
SELECT p.id, p.username, p.email AS "email!", p.password_hash AS "password_hash!",
  is_suspended(p.suspended_at, p.suspended_until) AS "suspended!",
  p.suspended_until,
  p.email_confirmed_at IS NOT NULL AS is_confirmed,
  EXISTS (SELECT FROM authenticator a WHERE a.player_id = p.id AND a.confirmed_at IS NOT NULL) AS has_second_factor,
  EXISTS (SELECT FROM known_address k WHERE k.player_id = p.id AND k.address_hash = :address_hash
    AND k.seen_at > clock_timestamp() - {{knownAddressLife}}) AS is_known_address
FROM player p

-- @statement findAccountByUsername
-- By a former name too while it is kept: programs that fill in passwords know no other. A guest cannot sign
-- in, and is not found.
-- @nullable address_hash
{{account}} WHERE p.id = player_named(:username) AND p.closed_at IS NULL AND p.email IS NOT NULL;

-- @statement findAccountByEmail
-- @nullable address_hash
{{account}} WHERE p.email_key = :email AND p.closed_at IS NULL;

-- @statement findPasswordHash
-- Null for a guest; no row where the account is closed.
SELECT password_hash FROM player WHERE id = :player_id AND closed_at IS NULL;

-- @statement findOwner
-- No row for a guest.
SELECT username, email AS "email!", email_confirmed_at IS NOT NULL AS is_confirmed FROM player
WHERE id = :player_id AND email IS NOT NULL AND closed_at IS NULL;

-- @statement findConfirmedOwner
SELECT username, email AS "email!" FROM player
WHERE id = :player_id AND email_confirmed_at IS NOT NULL AND closed_at IS NULL;

-- @statement findReferrer
-- Guests and suspended players invite nobody.
SELECT id, username FROM player
WHERE reference_id = :reference_id AND closed_at IS NULL AND email IS NOT NULL
  AND NOT is_suspended(suspended_at, suspended_until);

-- @statement rememberAddress
-- Records where the owner signs in from. Only the newest addresses of an account are retained.
WITH {{openPlayer}},
  surplus AS (
    DELETE FROM known_address k USING (
      SELECT player_id, address_hash FROM known_address
      WHERE player_id = :player_id AND address_hash <> :address_hash
      ORDER BY seen_at DESC OFFSET :max_addresses::integer - 1) old
    WHERE k.player_id = old.player_id AND k.address_hash = old.address_hash)
INSERT INTO known_address (player_id, address_hash) SELECT id, :address_hash FROM open_player
ON CONFLICT (player_id, address_hash) DO UPDATE SET seen_at = clock_timestamp();

-- @statement rememberBrowser
-- Gives whether the account has not been signed in from such a browser before. The newest are retained.
WITH {{openPlayer}},
  surplus AS (
    DELETE FROM known_browser b USING (
      SELECT player_id, agent_hash FROM known_browser
      WHERE player_id = :player_id AND agent_hash <> :agent_hash
      ORDER BY seen_at DESC OFFSET :max_browsers::integer - 1) old
    WHERE b.player_id = old.player_id AND b.agent_hash = old.agent_hash)
INSERT INTO known_browser AS b (player_id, agent_hash) SELECT id, :agent_hash FROM open_player
ON CONFLICT (player_id, agent_hash) DO UPDATE SET seen_at = clock_timestamp()
RETURNING xmax = 0 AS is_new;

-- @statement deleteOldAddresses
DELETE FROM known_address WHERE seen_at <= clock_timestamp() - {{knownAddressLife}};

-- @statement setPassword
-- No row where the account is closed.
UPDATE player SET password_hash = :password_hash WHERE id = :player_id AND closed_at IS NULL RETURNING id;
