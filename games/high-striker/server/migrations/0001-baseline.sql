-- High Striker. A strike is drawn, settled and written by one statement, and never changes after it.

SELECT ledger.add_game('high-striker', 'high_striker', 14);

CREATE TABLE high_striker_strike (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  player_id bigint NOT NULL REFERENCES player (id),
  seed_id bigint NOT NULL REFERENCES player_seed (id),
  nonce integer NOT NULL CHECK (nonce >= 0),
  amount bigint NOT NULL CHECK (amount BETWEEN 100 AND 10000 AND amount % 100 = 0),
  from_winnings bigint NOT NULL CHECK (from_winnings >= 0 AND from_winnings <= amount),
  target_hundredths integer NOT NULL CHECK (target_hundredths BETWEEN 101 AND 100000),
  height_hundredths integer NOT NULL CHECK (height_hundredths BETWEEN 98 AND 100000),
  amount_won bigint NOT NULL CHECK (amount_won >= 0),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (seed_id, nonce)
);
CREATE INDEX high_striker_strike_player ON high_striker_strike (player_id, id DESC);
CREATE INDEX high_striker_strike_time ON high_striker_strike USING brin (created_at) WITH (autosummarize = on);
SELECT restrict_application('high_striker_strike', '{}');
CREATE TRIGGER high_striker_strike_is_final BEFORE UPDATE OR DELETE ON high_striker_strike
  FOR EACH ROW EXECUTE FUNCTION refuse_final_change();
