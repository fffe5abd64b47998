-- What opens an account on a site that takes invited players alone.

-- @fragment isOpen
ended_at IS NULL AND expires_at > clock_timestamp()

-- @statement insertInvitation
INSERT INTO invitation (token_hash, note, expires_at)
VALUES (:token_hash, :note, clock_timestamp() + :days::integer * interval '1 day') RETURNING expires_at;

-- @statement findInvitation
-- No row where it was used or ended, or is too old.
SELECT expires_at FROM invitation WHERE token_hash = :token_hash AND {{isOpen}};

-- @statement takeInvitation
-- Uses it up. No row where it was used or ended before, or is too old.
UPDATE invitation SET ended_at = clock_timestamp(), used_by = :player_id
WHERE token_hash = :token_hash AND {{isOpen}} RETURNING token_hash;

-- @statement endInvitation
-- No row where it is not open any more.
UPDATE invitation SET ended_at = clock_timestamp() WHERE token_hash = :token_hash AND {{isOpen}} RETURNING token_hash;

-- @statement listInvitations
SELECT i.token_hash, i.note, i.created_at, i.expires_at, i.ended_at, p.id AS player_id, p.username,
  i.expires_at <= clock_timestamp() AS is_expired
FROM invitation i LEFT JOIN player p ON p.id = i.used_by
ORDER BY i.created_at DESC, i.token_hash LIMIT :max_rows;

-- @statement deleteOldInvitations
DELETE FROM invitation WHERE expires_at <= clock_timestamp() - interval '30 days';
