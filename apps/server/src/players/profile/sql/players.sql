-- A player's own data: name, avatar, sessions; and what others may see of them.

-- @statement findSignIn
-- Address and password are null for a guest. `is_recent`: whether the session is younger than 15 minutes.
SELECT p.username, p.email, p.password_hash, s.created_at > clock_timestamp() - interval '15 minutes' AS is_recent
FROM player p JOIN session s ON s.player_id = p.id
WHERE p.id = :player_id AND s.id = :session_id AND p.closed_at IS NULL;

-- @statement updatePlayer
-- A null leaves the value as it is. No row where the account was closed in the meantime; a unique violation where the
-- name is taken.
-- @nullable username, avatar
UPDATE player SET username = coalesce(:username, username), avatar = coalesce(:avatar, avatar)
WHERE id = :player_id AND closed_at IS NULL RETURNING id;

-- @statement pinRound
-- No row where the account was closed in the meantime.
-- @nullable pinned_round
UPDATE player SET pinned_round = :pinned_round WHERE id = :player_id AND closed_at IS NULL RETURNING id;

-- @statement listSessions
SELECT id, created_at, last_seen_at, user_agent FROM session
WHERE player_id = :player_id AND expires_at > clock_timestamp()
ORDER BY last_seen_at DESC, id DESC;

-- @statement deleteOwnSession
DELETE FROM session WHERE id = :session_id AND player_id = :player_id RETURNING id;

-- @statement findProfile
-- By the name in any case, and by a former one while it is kept; closed accounts are not found.
SELECT p.id, p.username, p.email IS NULL AS is_guest, p.bot, p.avatar, p.reference_id, p.referral_count, p.created_at,
  p.pinned_round, p.hides_name, w.coins, w.winnings, w.total_won, w.ad_earnings,
  (CASE WHEN w.staked_on = (SELECT day FROM today) THEN w.staked_today ELSE 0 END)::bigint AS todays_bids
FROM player p JOIN wallet w ON w.player_id = p.id
WHERE p.id = player_named(lower(:username::text COLLATE "C")) AND p.closed_at IS NULL;

-- @statement listReferred
-- The newest players that this one invited, guests once they keep their account; `referral_count` counts all of them.
SELECT id, username, avatar, created_at FROM player
WHERE referred_by = :player_id AND email IS NOT NULL AND closed_at IS NULL ORDER BY id DESC LIMIT 100;

-- @statement findOwnState
-- What only the player sees. `break_until` is null where there is no break now.
SELECT CASE WHEN break_until > clock_timestamp() THEN break_until END AS break_until
FROM wallet WHERE player_id = :player_id;
