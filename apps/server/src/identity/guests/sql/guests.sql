-- Guests: players without an email address, until they keep their account.

-- @statement findGuest
-- No row where the player is no guest.
SELECT id FROM player WHERE id = :player_id AND email IS NULL;

-- @statement upgradeGuest
-- No row where the player is no guest any more; a unique violation where the name or the address is taken.
UPDATE player SET username = :username, email = :email, password_hash = :password_hash
WHERE id = :player_id AND email IS NULL RETURNING id;

-- @statement shortenSessions
-- From now on the owner can sign in again, so their sessions last no longer than those of others.
UPDATE session SET
  absolute_expires_at = least(expires_at, clock_timestamp() + make_interval(secs => :lasts_seconds)),
  expires_at = least(expires_at, clock_timestamp() + make_interval(secs => :idle_seconds))
WHERE player_id = :player_id;
