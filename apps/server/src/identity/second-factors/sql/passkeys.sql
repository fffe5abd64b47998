-- Passkeys, and what they are asked to sign.

-- @statement insertChallenge
-- `player_id` is who adds a passkey, or null for a sign-in.
-- @nullable player_id
INSERT INTO passkey_challenge (challenge, player_id, expires_at)
VALUES (:challenge, :player_id, clock_timestamp() + make_interval(secs => :lasts_seconds));

-- @statement takeChallenge
-- No row where it is unknown, used or over, or was made for somebody else.
-- @nullable player_id
DELETE FROM passkey_challenge
WHERE challenge = :challenge AND player_id IS NOT DISTINCT FROM :player_id::bigint AND expires_at > clock_timestamp()
RETURNING challenge;

-- @statement deleteExpiredChallenges
DELETE FROM passkey_challenge WHERE expires_at <= clock_timestamp();

-- @statement insertConfirmation
-- Writes nothing where the account was closed.
WITH {{openPlayer}}
INSERT INTO passkey_confirmation (challenge, player_id, expires_at)
SELECT :challenge, id, clock_timestamp() + make_interval(secs => :lasts_seconds) FROM open_player;

-- @statement takeConfirmation
-- No row where it is unknown, used or over, or was made for somebody else.
DELETE FROM passkey_confirmation
WHERE challenge = :challenge AND player_id = :player_id AND expires_at > clock_timestamp()
RETURNING challenge;

-- @statement deleteExpiredConfirmations
DELETE FROM passkey_confirmation WHERE expires_at <= clock_timestamp();

-- @statement listPasskeys
SELECT id, credential_id, transports, name, created_at, last_used_at FROM passkey
WHERE player_id = :player_id ORDER BY id;

-- @statement lockOwner
-- Makes calls of a player that add passkeys wait for each other, so that the next statement counts those before it. No
-- row where the account is closed.
SELECT id FROM player WHERE id = :player_id AND closed_at IS NULL FOR NO KEY UPDATE;

-- @statement insertPasskey
-- Follows lockOwner. No row where the player has the most that are allowed, or the passkey is there already.
INSERT INTO passkey (player_id, credential_id, public_key, sign_count, transports, name)
SELECT :player_id, :credential_id, :public_key, :sign_count, :transports::text[], :name
WHERE (SELECT count(*) FROM passkey k WHERE k.player_id = :player_id) < :max_passkeys
ON CONFLICT (credential_id) DO NOTHING
RETURNING id, created_at;

-- @statement findPasskey
-- With the password's hash as it is now, which a sign-in compares again.
SELECT k.id, k.player_id, k.public_key, k.sign_count, p.password_hash AS "password_hash!"
FROM passkey k JOIN player p ON p.id = k.player_id
WHERE k.credential_id = :credential_id AND p.password_hash IS NOT NULL AND p.closed_at IS NULL;

-- @statement usePasskey
-- No row where it was removed, or where it is on one device and a later use was stored in the meantime.
UPDATE passkey SET sign_count = :sign_count, last_used_at = clock_timestamp()
WHERE id = :id AND (sign_count < :sign_count OR :sign_count = 0 OR :is_shared) RETURNING id;

-- @statement deletePasskey
DELETE FROM passkey WHERE id = :id AND player_id = :player_id RETURNING id;
