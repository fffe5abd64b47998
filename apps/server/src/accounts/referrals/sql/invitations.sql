-- Who is behind a reference id.

-- @statement findInviter
SELECT username FROM player WHERE reference_id = :reference_id AND closed_at IS NULL;
