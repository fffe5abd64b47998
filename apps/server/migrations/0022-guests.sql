-- Guests: players without an e-mail address and a password, until they keep their account or it is closed.

ALTER TABLE player ALTER COLUMN email DROP NOT NULL, ALTER COLUMN password_hash DROP NOT NULL,
  -- Nobody has the one without the other, so `email IS NULL` is what makes a guest.
  ADD CONSTRAINT player_guest CHECK ((email IS NULL) = (password_hash IS NULL));

-- Guests by age: those whose account nobody uses are closed.
CREATE INDEX player_guest ON player (created_at) WHERE email IS NULL;

-- Players who are on no board: a place is counted past them.
CREATE INDEX player_unranked ON player (id) WHERE closed_at IS NOT NULL OR email IS NULL;
