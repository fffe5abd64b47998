-- Players as the staff see them.

-- @statement findPlayer
-- Closed accounts too: their rows stay.
SELECT p.id, p.username, p.email, p.created_at, p.email_confirmed_at IS NOT NULL AS is_confirmed,
  EXISTS (SELECT FROM authenticator a WHERE a.player_id = p.id AND a.confirmed_at IS NOT NULL)
    OR EXISTS (SELECT FROM passkey k WHERE k.player_id = p.id) AS has_second_factor,
  p.closed_at IS NOT NULL AS is_closed, w.coins, w.winnings,
  CASE WHEN w.staked_on = (SELECT t.day FROM today t) THEN w.staked_today ELSE 0 END AS staked_today,
  w.total_won, w.daily_stake_limit, w.break_until, r.username AS invited_by,
  is_suspended(p.suspended_at, p.suspended_until) AS "is_suspended!", p.suspended_at, p.suspended_until,
  p.suspension_reason
FROM player p JOIN wallet w ON w.player_id = p.id LEFT JOIN player r ON r.id = p.referred_by
WHERE p.id = :player_id;

-- @statement readActs
-- Who only read the story is in the log alone.
SELECT l.id, l.at, s.name AS staff, l.command, l.details, l.before, l.after
FROM operator_log l LEFT JOIN staff s ON s.id = l.staff_id
WHERE l.details ? 'player' AND (l.details ->> 'player') COLLATE "C" = :player
  AND l.command <> 'players show'
ORDER BY l.id DESC LIMIT :max_rows;
