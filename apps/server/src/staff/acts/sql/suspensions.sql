-- Suspensions. A sign-in locks the player's row, so that none happens during a suspension.

-- @statement findSuspension
-- As it is now; one that is over is none. Locks the player.
SELECT p.id, is_suspended(p.suspended_at, p.suspended_until) AS "is_suspended!", p.suspended_at, p.suspended_until,
  p.suspension_reason
FROM player p WHERE p.id = :player_id AND p.closed_at IS NULL FOR NO KEY UPDATE;

-- @statement suspend
-- @nullable until, reason
UPDATE player SET suspended_at = clock_timestamp(), suspended_until = :until, suspension_reason = :reason
WHERE id = :player_id;

-- @statement resume
UPDATE player SET suspended_at = NULL, suspended_until = NULL, suspension_reason = NULL WHERE id = :player_id;
