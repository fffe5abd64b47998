-- The one-time links that open the first staff account.

-- @statement insertLink
-- No row where there is staff, or ever was.
INSERT INTO first_staff_link (token_hash, expires_at)
SELECT :token_hash, clock_timestamp() + make_interval(hours => :hours::integer) WHERE NOT EXISTS (SELECT FROM staff)
RETURNING expires_at;

-- @statement deleteOldLinks
DELETE FROM first_staff_link WHERE expires_at <= clock_timestamp() OR EXISTS (SELECT FROM staff);

-- @statement findLink
SELECT token_hash FROM first_staff_link
WHERE token_hash = :token_hash AND expires_at > clock_timestamp() AND NOT EXISTS (SELECT FROM staff);

-- @statement addFirstStaff
-- Null where another call was faster.
SELECT add_first_staff(:token_hash, :name, :password_hash, :sealed) AS id;
