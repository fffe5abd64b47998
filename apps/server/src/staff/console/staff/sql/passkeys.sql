-- Passkeys of the staff, and what they are asked to sign. The database's clock decides expiry.

-- @statement insertChallenge
-- `staff_id` is who adds a passkey, or null for a sign-in.
-- @nullable staff_id
INSERT INTO staff_passkey_challenge (challenge, staff_id, expires_at)
VALUES (:challenge, :staff_id, clock_timestamp() + make_interval(secs => :lasts_seconds));

-- @statement takeChallenge
-- No row where it is unknown, used or over, or was made for somebody else.
-- @nullable staff_id
DELETE FROM staff_passkey_challenge
WHERE challenge = :challenge AND staff_id IS NOT DISTINCT FROM :staff_id::bigint AND expires_at > clock_timestamp()
RETURNING challenge;

-- @statement deleteExpiredChallenges
DELETE FROM staff_passkey_challenge WHERE expires_at <= clock_timestamp();

-- @statement listPasskeys
SELECT id, credential_id, name, created_at, last_used_at FROM staff_passkey WHERE staff_id = :staff_id ORDER BY id;

-- @statement lockStaff
-- Calls of one member of the staff that add passkeys wait for each other, so that each counts those before it.
SELECT id FROM staff WHERE id = :staff_id AND removed_at IS NULL FOR NO KEY UPDATE;

-- @statement insertPasskey
-- No row where there are as many as are allowed, or the passkey is there already.
INSERT INTO staff_passkey (staff_id, credential_id, public_key, sign_count, transports, name)
SELECT :staff_id, :credential_id, :public_key, :sign_count, :transports::text[], :name
WHERE (SELECT count(*) FROM staff_passkey k WHERE k.staff_id = :staff_id) < :max_passkeys
ON CONFLICT (credential_id) DO NOTHING
RETURNING id, created_at;

-- @statement findPasskey
-- A passkey of this member of the staff, and of nobody else.
SELECT id, public_key, sign_count FROM staff_passkey WHERE credential_id = :credential_id AND staff_id = :staff_id;

-- @statement usePasskey
-- No row where it was removed, it is on one device and a later use was stored, or the credentials
-- were replaced in the meantime.
UPDATE staff_passkey k SET sign_count = :sign_count, last_used_at = clock_timestamp()
FROM staff s
WHERE k.id = :id AND s.id = k.staff_id AND s.password_hash = :password_hash AND s.removed_at IS NULL
  AND (k.sign_count < :sign_count OR :sign_count = 0 OR :is_shared)
RETURNING k.id;

-- @statement deletePasskey
DELETE FROM staff_passkey WHERE id = :id AND staff_id = :staff_id RETURNING id, name;
