-- Closing an account.

-- @statement findChoices
SELECT hides_name, pinned_round FROM player WHERE id = :player_id;

-- @statement lockOwner
-- Locks the player before anything else does: whatever is written of them under `openPlayer` has either been
-- committed, and is erased here, or waits and then finds the account closed. The wallet is locked next, for what calls
-- that move coins write. No row unless the account is open and
-- the password the one that was verified.
SELECT username, email AS "email!", email_confirmed_at IS NOT NULL AS is_confirmed FROM player
WHERE id = :player_id AND password_hash = :password_hash AND closed_at IS NULL FOR UPDATE;

-- @statement anonymise
UPDATE player SET closed_at = clock_timestamp(), username = :alias, email = :alias || '@closed.invalid',
  password_hash = '', avatar = NULL, reference_id = :alias, email_confirmed_at = NULL,
  suspension_reason = NULL, pinned_round = NULL
WHERE id = :player_id;

-- @statement eraseContactMessages
-- Data stored under an email address; only its owner may erase it.
DELETE FROM contact_message WHERE email_key = lower(:confirmed_email::text COLLATE "C");

-- @statement eraseSubscriptions
DELETE FROM newsletter_subscriber WHERE email_key = lower(:confirmed_email::text COLLATE "C");

-- @statement eraseLikes
DELETE FROM blog_like WHERE player_id = :player_id;

-- @statement erasePersonalRows
-- What only served the person.
WITH resets AS (DELETE FROM password_reset WHERE player_id = :player_id),
  confirmations AS (DELETE FROM email_confirmation WHERE player_id = :player_id),
  changes AS (DELETE FROM email_change WHERE player_id = :player_id),
  notices AS (DELETE FROM notice WHERE player_id = :player_id),
  mails AS (DELETE FROM queued_mail WHERE player_id = :player_id),
  notice_settings AS (DELETE FROM notice_setting WHERE player_id = :player_id),
  push_subscriptions AS (DELETE FROM push_subscription WHERE player_id = :player_id),
  browsers AS (DELETE FROM known_browser WHERE player_id = :player_id),
  addresses AS (DELETE FROM known_address WHERE player_id = :player_id),
  authenticators AS (DELETE FROM authenticator WHERE player_id = :player_id),
  recovery AS (DELETE FROM recovery_code WHERE player_id = :player_id),
  challenges AS (DELETE FROM sign_in_challenge WHERE player_id = :player_id),
  passkeys AS (DELETE FROM passkey WHERE player_id = :player_id),
  passkey_challenges AS (DELETE FROM passkey_challenge WHERE player_id = :player_id),
  passkey_confirmations AS (DELETE FROM passkey_confirmation WHERE player_id = :player_id),
  exports AS (DELETE FROM player_export WHERE player_id = :player_id),
  invitations AS (DELETE FROM invitation WHERE used_by = :player_id),
  club_weeks AS (DELETE FROM club_week WHERE player_id = :player_id),
  achievements AS (DELETE FROM achievement WHERE player_id = :player_id)
DELETE FROM limit_change WHERE player_id = :player_id;

-- @statement leaveAllClubs
-- After the wallet is locked, as joining a club does it.
SELECT leave_clubs(:player_id, NULL) AS club_id;

-- @statement clearStatistics
-- The player is no longer on any board.
SELECT ledger.clear_statistics(:player_id);

-- @statement uncountReferral
-- That of a guest was never counted.
UPDATE player SET referral_count = greatest(referral_count - 1, 0)
WHERE id = (SELECT p.referred_by FROM player p JOIN referral r ON r.referred_id = p.id WHERE p.id = :player_id);

-- @statement forgetReferrer
UPDATE player SET referred_by = NULL WHERE id = :player_id;

-- @statement endSessions
-- And access tokens.
WITH sessions AS (DELETE FROM session WHERE player_id = :player_id RETURNING id),
  tokens AS (DELETE FROM access_token WHERE player_id = :player_id RETURNING id)
SELECT id FROM sessions UNION ALL SELECT id FROM tokens;
