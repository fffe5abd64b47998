-- What opens an account on a site that takes invited players alone.

-- @statement insertInvitation
INSERT INTO invitation (token_hash, expires_at)
VALUES (:token_hash, clock_timestamp() + :days::integer * interval '1 day') RETURNING expires_at;

-- @statement takeInvitation
-- Uses it up. No row where it was used before, or is too old.
DELETE FROM invitation WHERE token_hash = :token_hash AND expires_at > clock_timestamp() RETURNING token_hash;

-- @statement deleteExpiredInvitations
DELETE FROM invitation WHERE expires_at <= clock_timestamp();
