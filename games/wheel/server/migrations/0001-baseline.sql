-- The daily wheel. A spin is final when it is made. Its account and its kind of transfer are the core's.

CREATE TABLE wheel_spin (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  player_id bigint NOT NULL REFERENCES player (id),
  site_day date NOT NULL,
  seed_id bigint NOT NULL REFERENCES player_seed (id),
  nonce integer NOT NULL CHECK (nonce >= 0),
  segment smallint NOT NULL CHECK (segment BETWEEN 0 AND 15),
  amount bigint NOT NULL CHECK (amount >= 0),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- One spin per player and site day, however many ask at once.
  UNIQUE (player_id, site_day),
  UNIQUE (seed_id, nonce)
);
SELECT restrict_application('wheel_spin', '{}');
CREATE TRIGGER wheel_spin_is_final BEFORE UPDATE OR DELETE ON wheel_spin
  FOR EACH ROW EXECUTE FUNCTION refuse_final_change();
