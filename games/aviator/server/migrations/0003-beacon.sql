-- Rounds that wait for a public beacon name its round when betting opens.
ALTER TABLE aviator_round
  ADD beacon_chain_id integer REFERENCES beacon_chain (id),
  ADD beacon_round integer,
  ADD CHECK (num_nulls(beacon_chain_id, beacon_round) IN (0, 2)),
  ADD CHECK (version = 2 OR beacon_round IS NULL),
  DROP CONSTRAINT aviator_round_entropy_check,
  -- beacon: nobody before betting closed.
  ADD CHECK (entropy IN ('install', 'bettors', 'beacon')),
  ADD CHECK (entropy IS NULL OR (entropy = 'beacon') = (beacon_round IS NOT NULL)),
  -- Void before its bets are sealed, or without the value that it waited for, a round has no crash.
  DROP CONSTRAINT aviator_round_crash_revealed,
  ADD CONSTRAINT aviator_round_crash_revealed CHECK (
    (crash_hundredths IS NULL) = (crash_at IS NULL)
    AND CASE
      WHEN state IN ('betting', 'flying') THEN crash_at IS NULL
      WHEN state = 'void' AND version = 2 AND sealed_at IS NULL THEN crash_at IS NULL
      WHEN state = 'void' AND beacon_round IS NOT NULL THEN true
      ELSE crash_at IS NOT NULL
    END
  );
-- A round keeps what it named: the application may not change it, and nobody else does.
CREATE TRIGGER aviator_round_keeps_beacon
  BEFORE UPDATE OF beacon_chain_id, beacon_round ON aviator_round FOR EACH ROW
  WHEN ((OLD.beacon_chain_id, OLD.beacon_round) IS DISTINCT FROM (NEW.beacon_chain_id, NEW.beacon_round))
  EXECUTE FUNCTION refuse_final_change();
