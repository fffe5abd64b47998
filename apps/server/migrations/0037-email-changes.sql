-- Changes of an account's e-mail address that wait for their confirmations.

CREATE TABLE email_change (
  -- One at a time: another one replaces it.
  player_id bigint PRIMARY KEY REFERENCES player (id) ON DELETE CASCADE,
  -- The session that asked for it, which lives on after the change.
  session_id bigint NOT NULL,
  old_email text NOT NULL,
  new_email text NOT NULL,
  -- SHA-256 of the tokens in the mails. An old address that was never confirmed has none: it gets no mail.
  old_token_hash bytea UNIQUE,
  new_token_hash bytea NOT NULL UNIQUE,
  old_confirmed_at timestamptz,
  new_confirmed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX email_change_expires ON email_change (expires_at);
