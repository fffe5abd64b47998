-- What the site gives without a stake: ads watched to their end, and the daily wheel.

CREATE TABLE ad_view (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  player_id bigint NOT NULL REFERENCES player (id),
  -- 'house' ads are the site's own; those of another provider wait for its signed word.
  provider text NOT NULL,
  creative text NOT NULL,
  -- What was promised when it began; later settings do not change it.
  seconds integer NOT NULL CHECK (seconds >= 0),
  coins bigint NOT NULL CHECK (coins >= 0),
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- The provider's own number of this viewing: one viewing confirms one view.
  confirmed_by text UNIQUE,
  confirmed_at timestamptz,
  paid_at timestamptz,
  -- The site day it was paid on, which the daily limit counts by.
  paid_on date,
  CHECK ((confirmed_by IS NULL) = (confirmed_at IS NULL)),
  CHECK ((paid_at IS NULL) = (paid_on IS NULL))
);
-- One at a time.
CREATE UNIQUE INDEX ad_view_open ON ad_view (player_id) WHERE paid_at IS NULL;
CREATE INDEX ad_view_paid ON ad_view (player_id, paid_on) WHERE paid_at IS NOT NULL;

CREATE TABLE wheel_spin (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  player_id bigint NOT NULL REFERENCES player (id),
  site_day date NOT NULL,
  seed_id bigint NOT NULL REFERENCES player_seed (id),
  nonce integer NOT NULL CHECK (nonce >= 0),
  segment smallint NOT NULL CHECK (segment BETWEEN 0 AND 15),
  amount bigint NOT NULL CHECK (amount >= 0),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- One spin a player and site day, however many ask at once.
  UNIQUE (player_id, site_day),
  UNIQUE (seed_id, nonce)
);
