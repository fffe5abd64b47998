-- Rounds of version 2: the bets are sealed when betting closes, and the crash depends on them. A round that is open now ends as
-- version 1.

-- Its characters are checked where calls come in: a pattern here was a tenth of what the database spends on a bet.
ALTER TABLE aviator_bet ADD client_seed text NOT NULL DEFAULT '' CHECK (length(client_seed) <= 64);

ALTER TABLE aviator_round
  ADD version smallint NOT NULL DEFAULT 1 CHECK (version IN (1, 2)),
  -- Null in version 1, where betting closes at the start.
  ADD closes_at timestamptz,
  -- Merkle root of all bets, in the order of their ids.
  ADD bets_root bytea CHECK (length(bets_root) = 32),
  ADD bet_count integer CHECK (bet_count >= 0),
  -- Who could know the crash before take-off: install is the operator, bettors nobody before the last bet.
  ADD entropy text CHECK (entropy IN ('install', 'bettors')),
  ADD sealed_at timestamptz CHECK (sealed_at >= closes_at),
  ADD CHECK (num_nulls(bets_root, bet_count, entropy, sealed_at) IN (0, 4)),
  ADD CHECK (version = 2 OR sealed_at IS NULL),
  ADD CHECK (version = 1 OR closes_at IS NOT NULL),
  ADD CONSTRAINT aviator_round_flies_sealed CHECK (version = 1 OR state IN ('betting', 'void') OR sealed_at IS NOT NULL);

-- A round that is void before its bets are sealed has no crash.
ALTER TABLE aviator_round DROP CONSTRAINT aviator_round_crash_revealed;
ALTER TABLE aviator_round ADD CONSTRAINT aviator_round_crash_revealed CHECK (
  (crash_hundredths IS NULL) = (crash_at IS NULL)
  AND (crash_at IS NULL) = (state IN ('betting', 'flying') OR (state = 'void' AND version = 2 AND sealed_at IS NULL))
);

-- The start may also move to the moment of take-off, which follows the seal.
DROP TRIGGER aviator_round_crash_is_decided ON aviator_round;
CREATE TRIGGER aviator_round_crash_is_decided BEFORE UPDATE OF crash_hundredths, crash_at, starts_at ON aviator_round
  FOR EACH ROW WHEN (
    (OLD.crash_at IS NOT NULL
      AND (NEW.crash_hundredths, NEW.crash_at) IS DISTINCT FROM (OLD.crash_hundredths, OLD.crash_at))
    OR (NEW.starts_at <> OLD.starts_at AND (OLD.state <> 'betting' OR NEW.state NOT IN ('betting', 'flying')))
  ) EXECUTE FUNCTION refuse_crash_change();
SELECT restrict_application('aviator_round',
  '{state,seed,starts_at,closes_at,crash_hundredths,crash_at,finished_at,epoch,bets_root,bet_count,entropy,sealed_at}');
CREATE TRIGGER aviator_round_stays_sealed
  BEFORE UPDATE OF closes_at, bets_root, bet_count, entropy, sealed_at ON aviator_round
  FOR EACH ROW WHEN (OLD.sealed_at IS NOT NULL) EXECUTE FUNCTION refuse_final_change();
