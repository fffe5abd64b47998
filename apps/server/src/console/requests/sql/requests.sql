-- What the staff requested, and who decided it. Two people are enforced by the table itself.

-- @statement lockStaff
-- Requests of one member of the staff wait for each other, so that each counts those before it.
SELECT id FROM staff WHERE id = :staff_id FOR NO KEY UPDATE;

-- @statement sumOwnCorrections
-- Coins that this member gave and took within a day without another person.
SELECT coalesce(sum(abs(amount)), 0)::bigint AS coins FROM staff_request
WHERE requested_by = :staff_id AND state = 'direct'
  AND requested_at > clock_timestamp() - interval '1 day';

-- @statement insertCorrection
-- No row where the same call came before.
INSERT INTO staff_request (player_id, amount, reason, requested_by, key, state)
VALUES (:player_id, :amount, :reason, :staff_id, :key, :state::text::staff_request_state)
ON CONFLICT (requested_by, key) DO NOTHING RETURNING id;

-- @statement findByKey
SELECT id, state, player_id, amount, reason FROM staff_request
WHERE requested_by = :staff_id AND key = :key;

-- @statement decide
-- No row where it is not open any more, or this is not for this member to decide: approving and refusing is for others,
-- withdrawing for the one who requested it.
UPDATE staff_request SET state = :state::text::staff_request_state, decided_by = :staff_id,
  decided_at = clock_timestamp()
WHERE id = :id AND state = 'open' AND (requested_by = :staff_id) = (:state::text = 'withdrawn')
RETURNING player_id, amount, reason;

-- @statement findRequest
SELECT id, state, requested_by FROM staff_request WHERE id = :id;

-- @statement listRequests
-- Open ones first, then the newest.
SELECT r.id, r.player_id, p.username, r.amount, r.reason, a.name AS requested_by,
  r.requested_by = :staff_id AS is_own, r.requested_at, r.state, b.name AS decided_by, r.decided_at
FROM staff_request r JOIN staff a ON a.id = r.requested_by LEFT JOIN staff b ON b.id = r.decided_by
  JOIN player p ON p.id = r.player_id
WHERE r.state <> 'direct' ORDER BY (r.state = 'open') DESC, r.id DESC LIMIT :max_rows;

-- @statement countOpen
SELECT count(*) AS open FROM staff_request WHERE state = 'open';
