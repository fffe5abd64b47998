-- Who is behind a reference id.

-- @statement findInviter
-- Guests invite nobody.
SELECT username FROM player WHERE reference_id = :reference_id AND closed_at IS NULL AND email IS NOT NULL;
