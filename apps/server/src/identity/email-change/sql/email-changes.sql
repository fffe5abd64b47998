-- Changes of an email address that wait for the confirmation of both addresses. The database's clock decides expiry.

-- @statement beginEmailChange
-- Replaces a change that was begun before. The present address is asked where it was confirmed. No row where the
-- account was closed, or has no address, or this one.
WITH {{openPlayer}}
INSERT INTO email_change AS c (player_id, session_id, old_email, new_email, old_token_hash, new_token_hash, expires_at)
SELECT p.id, :session_id, p.email, :new_email,
  CASE WHEN p.email_confirmed_at IS NOT NULL THEN :old_token_hash::bytea END,
  :new_token_hash, clock_timestamp() + make_interval(secs => :lasts_seconds)
FROM open_player o JOIN player p ON p.id = o.id
WHERE p.email IS NOT NULL AND p.email_key <> lower(:new_email::text COLLATE "C")
ON CONFLICT (player_id) DO UPDATE SET session_id = excluded.session_id, old_email = excluded.old_email,
  new_email = excluded.new_email, old_token_hash = excluded.old_token_hash, new_token_hash = excluded.new_token_hash,
  old_confirmed_at = NULL, new_confirmed_at = NULL, created_at = clock_timestamp(), expires_at = excluded.expires_at
RETURNING c.old_email, c.new_email, c.old_token_hash IS NOT NULL AS asks_old, c.expires_at;

-- @statement findEmailChange
SELECT new_email, expires_at, new_confirmed_at IS NOT NULL AS new_confirmed,
  old_token_hash IS NULL OR old_confirmed_at IS NOT NULL AS old_confirmed
FROM email_change WHERE player_id = :player_id AND expires_at > clock_timestamp();

-- @statement findChangingPlayer
-- Whose change this token, of either mail, belongs to.
SELECT player_id FROM email_change
WHERE (new_token_hash = :token_hash OR old_token_hash = :token_hash) AND expires_at > clock_timestamp();

-- @statement lockOwner
-- Locked before the change is, as everywhere. No row where the account is closed.
SELECT username FROM player WHERE id = :player_id AND closed_at IS NULL FOR NO KEY UPDATE;

-- @statement confirmEmailChange
-- Notes the confirmation of the address that the token was mailed to. No row where the change ended in the meantime.
UPDATE email_change SET
  new_confirmed_at = CASE WHEN new_token_hash = :token_hash THEN coalesce(new_confirmed_at, clock_timestamp())
    ELSE new_confirmed_at END,
  old_confirmed_at = CASE WHEN old_token_hash = :token_hash THEN coalesce(old_confirmed_at, clock_timestamp())
    ELSE old_confirmed_at END
WHERE player_id = :player_id AND (new_token_hash = :token_hash OR old_token_hash = :token_hash)
  AND expires_at > clock_timestamp()
RETURNING old_email, new_email, session_id, old_token_hash IS NOT NULL AS asks_old,
  new_confirmed_at IS NOT NULL AND (old_token_hash IS NULL OR old_confirmed_at IS NOT NULL) AS is_complete;

-- @statement changeEmail
-- A unique violation where another account has the address. Links that were mailed to the former address end with it.
WITH finished AS (DELETE FROM email_change WHERE player_id = :player_id),
  resets AS (DELETE FROM password_reset WHERE player_id = :player_id),
  confirmations AS (DELETE FROM email_confirmation WHERE player_id = :player_id)
UPDATE player SET email = :new_email, email_confirmed_at = clock_timestamp()
WHERE id = :player_id AND email = :old_email RETURNING id;

-- @statement cancelEmailChange
DELETE FROM email_change WHERE player_id = :player_id RETURNING player_id;

-- @statement cancelByToken
DELETE FROM email_change
WHERE (new_token_hash = :token_hash OR old_token_hash = :token_hash) AND expires_at > clock_timestamp()
RETURNING player_id;

-- @statement isAddressTaken
SELECT EXISTS (SELECT FROM player WHERE email_key = lower(:email::text COLLATE "C") AND closed_at IS NULL) AS is_taken;

-- @statement deleteExpiredEmailChanges
DELETE FROM email_change WHERE expires_at <= clock_timestamp();
