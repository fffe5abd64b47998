-- Second factors of players: authenticator apps, recovery codes and passkeys, and sign-ins that wait for one.

CREATE TABLE authenticator (
  player_id bigint PRIMARY KEY REFERENCES player (id) ON DELETE CASCADE,
  -- The secret, sealed with the key of the seeds.
  sealed bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Null until a first code has shown that the app has the secret.
  confirmed_at timestamptz,
  -- The newest 30 seconds since 1970 of which a code was accepted: each code is accepted once.
  last_step bigint NOT NULL DEFAULT 0
);

CREATE TABLE recovery_code (
  player_id bigint NOT NULL REFERENCES player (id) ON DELETE CASCADE,
  -- SHA-256 of 80 random bits.
  code_hash bytea NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (player_id, code_hash)
);

-- A right password that waits for the second factor.
CREATE TABLE sign_in_challenge (
  token_hash bytea PRIMARY KEY,
  player_id bigint NOT NULL REFERENCES player (id) ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX sign_in_challenge_player ON sign_in_challenge (player_id);

CREATE TABLE passkey (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  player_id bigint NOT NULL REFERENCES player (id) ON DELETE CASCADE,
  credential_id bytea NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  -- Grows with each use of authenticators that count; of others it stays 0.
  sign_count bigint NOT NULL DEFAULT 0,
  transports text[] NOT NULL DEFAULT '{}',
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  last_used_at timestamptz
);
CREATE INDEX passkey_player ON passkey (player_id);

-- What a passkey is asked to sign, once.
CREATE TABLE passkey_challenge (
  challenge bytea PRIMARY KEY,
  -- Who adds a passkey; null for a sign-in.
  player_id bigint REFERENCES player (id) ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX passkey_challenge_player ON passkey_challenge (player_id);
