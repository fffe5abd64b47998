-- What a passkey signs in place of the password, once. Apart from the challenges of sign-ins and new passkeys, so that none
-- is accepted for another purpose, also by a process of an older version.
CREATE TABLE passkey_confirmation (
  challenge bytea PRIMARY KEY,
  player_id bigint NOT NULL REFERENCES player (id) ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX passkey_confirmation_player ON passkey_confirmation (player_id);

SELECT restrict_application('passkey_confirmation', '{}', may_delete => true);
