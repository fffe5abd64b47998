-- A public beacon, whose values results wait for. A site may change to another chain: each result names the one that it used.
CREATE TABLE beacon_chain (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  hash bytea NOT NULL CHECK (length(hash) = 32),
  public_key bytea NOT NULL CHECK (length(public_key) = 96),
  genesis_ms bigint NOT NULL,
  period_ms integer NOT NULL CHECK (period_ms > 0),
  UNIQUE (hash, public_key, genesis_ms, period_ms)
);

-- Verified values.
CREATE TABLE beacon_value (
  chain_id integer NOT NULL REFERENCES beacon_chain (id),
  round integer NOT NULL CHECK (round > 0),
  randomness bytea NOT NULL,
  signature bytea NOT NULL CHECK (length(signature) = 48),
  PRIMARY KEY (chain_id, round),
  CHECK (randomness = sha256(signature))
);
SELECT restrict_application('beacon_chain', '{}'), restrict_application('beacon_value', '{}');

-- A game may be closed for both reasons: its engine fails, or the beacon's values are missing.
ALTER TABLE closed_game ADD reason text NOT NULL DEFAULT 'engine' CHECK (reason IN ('engine', 'beacon')),
  DROP CONSTRAINT closed_game_pkey, ADD PRIMARY KEY (game, reason);
