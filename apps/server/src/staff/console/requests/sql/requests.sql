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

-- @statement countOwnOpenVoids
SELECT count(*) AS open FROM staff_request
WHERE requested_by = :staff_id AND state = 'open' AND kind = 'void' AND NOT is_expired_request(kind, requested_at);

-- @statement insertVoid
-- No row where the same call came before, or the same round waits for a second person already. Two requests of
-- different members at the same moment are both added, and the second approval finds a void round.
INSERT INTO staff_request (kind, game, round, reason, requested_by, key, state)
SELECT 'void', :game, :round, :reason, :staff_id, :key, 'open'
WHERE NOT EXISTS (
  SELECT FROM staff_request r WHERE r.state = 'open' AND r.kind = 'void' AND r.game = :game AND r.round = :round
    AND NOT is_expired_request(r.kind, r.requested_at))
ON CONFLICT (requested_by, key) DO NOTHING RETURNING id;

-- @statement findByKey
SELECT id, state, player_id, amount, game, round, reason FROM staff_request
WHERE requested_by = :staff_id AND key = :key;

-- @statement decide
-- No row where it is not open any more, or this is not for this member to decide: approving and refusing is for others,
-- withdrawing for the one who requested it. An expired one cannot be approved.
UPDATE staff_request SET state = :state::text::staff_request_state, decided_by = :staff_id,
  decided_at = clock_timestamp()
WHERE id = :id AND state = 'open' AND (requested_by = :staff_id) = (:state::text = 'withdrawn')
  AND NOT (:state::text = 'approved' AND is_expired_request(kind, requested_at))
RETURNING kind, player_id, amount, game, round, reason;

-- @statement findRequest
SELECT id, state, requested_by, is_expired_request(kind, requested_at) AS "is_expired!" FROM staff_request
WHERE id = :id;

-- @statement listCorrections
-- Open ones first, then the newest.
SELECT r.id, p.id AS player_id, p.username, r.amount AS "amount!", r.reason, a.name AS requested_by,
  r.requested_by = :staff_id AS is_own, r.requested_at, r.state, b.name AS decided_by, r.decided_at
FROM staff_request r JOIN staff a ON a.id = r.requested_by LEFT JOIN staff b ON b.id = r.decided_by
  JOIN player p ON p.id = r.player_id
WHERE r.state <> 'direct' ORDER BY (r.state = 'open') DESC, r.id DESC LIMIT :max_rows;

-- @statement listVoids
-- Open ones first, then the newest.
SELECT r.id, r.game AS "game!", r.round AS "round!", r.reason, a.name AS requested_by,
  r.requested_by = :staff_id AS is_own, r.requested_at, r.state, b.name AS decided_by, r.decided_at,
  is_expired_request(r.kind, r.requested_at) AS "is_expired!"
FROM staff_request r JOIN staff a ON a.id = r.requested_by LEFT JOIN staff b ON b.id = r.decided_by
WHERE r.kind = 'void' ORDER BY (r.state = 'open') DESC, r.id DESC LIMIT :max_rows;

-- @statement countOpen
SELECT count(*) AS open FROM staff_request WHERE state = 'open' AND NOT is_expired_request(kind, requested_at);
