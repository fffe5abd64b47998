-- Personal access tokens, by which a player's programs call the site.

CREATE TABLE access_token (
  -- From the sequence of sessions: a socket is bound to a session or a token by its id, and ends with it in the same way.
  id bigint PRIMARY KEY DEFAULT nextval('session_id_seq'),
  player_id bigint NOT NULL REFERENCES player (id) ON DELETE CASCADE,
  -- SHA-256 of 256 random bits.
  token_hash bytea NOT NULL UNIQUE,
  name text NOT NULL,
  -- A token that may play may read too.
  scopes text[] NOT NULL CHECK (scopes <@ ARRAY['read', 'play'] AND 'read' = ANY (scopes)),
  -- The end of the token, by which its owner recognises it.
  last_four text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz NOT NULL,
  -- The day in UTC on which it was used last.
  last_used_on date,
  CHECK (expires_at <= created_at + interval '366 days')
);
CREATE INDEX access_token_player ON access_token (player_id);

-- When the account became a bot: it gets no rewards for ads and invitations afterwards.
ALTER TABLE player ADD COLUMN bot_since timestamptz;
