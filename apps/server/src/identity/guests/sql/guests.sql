-- Guests: players without an email address, until they keep their account.

-- @statement findGuest
-- No row where the player is no guest.
SELECT id FROM player WHERE id = :player_id AND email IS NULL;

-- @statement upgradeGuest
-- No row where the player is no guest any more; a unique violation where the name or the address is taken.
-- The referrer whom the guest came by stays, unless their account was closed or suspended since.
-- @nullable referrer_id
UPDATE player p SET username = :username, email = :email, password_hash = :password_hash, referred_by = (
  SELECT r.id FROM player r
  WHERE r.id = coalesce(p.referred_by, :referrer_id) AND r.closed_at IS NULL
    AND NOT is_suspended(r.suspended_at, r.suspended_until)
  FOR KEY SHARE
)
WHERE p.id = :player_id AND p.email IS NULL RETURNING p.id;

-- @statement shortenSessions
-- From now on the owner can sign in again, so their sessions last no longer than those of others.
UPDATE session SET
  absolute_expires_at = least(expires_at, clock_timestamp() + make_interval(secs => :lasts_seconds)),
  expires_at = least(expires_at, clock_timestamp() + make_interval(secs => :idle_seconds))
WHERE player_id = :player_id;
