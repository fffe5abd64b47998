-- Guests whom nobody uses. A guest is a player without an email address.

-- @fragment isUnused
-- A guest's account of that age, without a session that was seen and without a stake since.
p.email IS NULL AND p.created_at < clock_timestamp() - make_interval(days => :unused_days::integer)
  AND NOT EXISTS (SELECT FROM session s WHERE s.player_id = p.id
    AND s.last_seen_at >= clock_timestamp() - make_interval(days => :unused_days::integer))
  AND NOT EXISTS (SELECT FROM wallet w WHERE w.player_id = p.id
    AND w.staked_on >= (SELECT day FROM today) - :unused_days::integer)

-- @statement findUnused
-- The oldest first.
SELECT p.id FROM player p WHERE {{isUnused}} ORDER BY p.created_at LIMIT :max_rows;

-- @statement lockGuest
-- Locks the player as a closing does, and the wallet is locked next. No row where the account was kept or closed in
-- the meantime.
SELECT id FROM player WHERE id = :player_id AND email IS NULL FOR UPDATE;

-- @statement isUnused
-- Follows both locks, so that it sees the sessions and stakes of transactions that were waited for. No row where the
-- account was used in the meantime.
SELECT p.id FROM player p WHERE p.id = :player_id AND {{isUnused}};
