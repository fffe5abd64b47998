-- Addresses that owners signed in from, caps on mail, and a bound on the browsers that are remembered.

-- Where an account was signed in from, as a keyed hash of the address; shared by all processes.
CREATE TABLE known_address (
  player_id bigint NOT NULL REFERENCES player (id) ON DELETE CASCADE,
  address_hash bytea NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (player_id, address_hash)
);
CREATE INDEX known_address_seen_at ON known_address (seen_at);

-- How many mails of a kind went to one subject in its current window.
CREATE TABLE mail_quota (
  kind text NOT NULL,
  -- The hash of a mailbox, or of a player's id.
  subject bytea NOT NULL,
  used integer NOT NULL CHECK (used > 0),
  since timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (kind, subject)
);

ALTER TABLE known_browser ADD COLUMN seen_at timestamptz NOT NULL DEFAULT now();
