-- Staff accounts and their sessions in the console. The database's clock decides expiry.

-- @statement insertStaff
-- No row where there is one of that name.
-- @role owner
INSERT INTO staff (name, role, password_hash, sealed) VALUES (:name, :role::text::staff_role, :password_hash, :sealed)
ON CONFLICT (name) WHERE removed_at IS NULL DO NOTHING RETURNING id;

-- @statement replaceCredentials
-- @role owner
UPDATE staff SET password_hash = :password_hash, sealed = :sealed, last_step = 0
WHERE name = :name AND removed_at IS NULL RETURNING id;

-- @statement removeStaff
-- @role owner
UPDATE staff SET removed_at = clock_timestamp() WHERE name = :name AND removed_at IS NULL RETURNING id, role;

-- @statement listStaff
SELECT s.name, s.role, s.created_at,
  (SELECT max(l.at) FROM operator_log l WHERE l.staff_id = s.id) AS last_act_at
FROM staff s WHERE s.removed_at IS NULL ORDER BY s.name;

-- @statement findStaff
SELECT id, name, role, password_hash, sealed FROM staff WHERE name = :name AND removed_at IS NULL;

-- @statement findStaffById
SELECT id, name, password_hash, sealed FROM staff WHERE id = :staff_id AND removed_at IS NULL;

-- @statement useStep
-- Accepts the code of a step once, and none of an earlier one after it. No row where the credentials were replaced in
-- the meantime.
UPDATE staff SET last_step = :step
WHERE id = :staff_id AND password_hash = :password_hash AND removed_at IS NULL AND last_step < :step RETURNING id;

-- @statement insertStaffSession
INSERT INTO staff_session (staff_id, token_hash, address_hash, expires_at, absolute_expires_at)
VALUES (:staff_id, :token_hash, :address_hash, clock_timestamp() + make_interval(secs => :idle_seconds),
  clock_timestamp() + make_interval(secs => :lasts_seconds));

-- @statement findStaffSession
-- From the address that signed in, and from no other.
SELECT s.id, s.staff_id, f.name, f.role, s.last_used_at < clock_timestamp() - interval '1 minute' AS is_stale
FROM staff_session s JOIN staff f ON f.id = s.staff_id
WHERE s.token_hash = :token_hash AND s.address_hash = :address_hash AND s.expires_at > clock_timestamp()
  AND f.removed_at IS NULL;

-- @statement touchStaffSession
UPDATE staff_session SET last_used_at = clock_timestamp(),
  expires_at = least(absolute_expires_at, clock_timestamp() + make_interval(secs => :idle_seconds))
WHERE id = :session_id AND expires_at > clock_timestamp();

-- @statement deleteStaffSession
DELETE FROM staff_session WHERE id = :session_id;

-- @statement deleteSessionsOfStaff
DELETE FROM staff_session WHERE staff_id = :staff_id;

-- @statement deletePasskeysOfStaff
-- @role owner
DELETE FROM staff_passkey WHERE staff_id = :staff_id;

-- @statement deleteExpiredStaffSessions
DELETE FROM staff_session WHERE expires_at <= clock_timestamp();
