-- The row of a round contains its crash from the end of the round on, and never before.

DROP TRIGGER aviator_round_crash_is_decided ON aviator_round;
ALTER TABLE aviator_round DROP CONSTRAINT aviator_round_crash_revealed;

UPDATE aviator_round SET crash_hundredths = NULL, crash_at = NULL WHERE state IN ('betting', 'flying');

ALTER TABLE aviator_round ADD CONSTRAINT aviator_round_crash_revealed CHECK (
  (crash_hundredths IS NULL) = (state IN ('betting', 'flying')) AND (crash_at IS NULL) = (state IN ('betting', 'flying'))
);

-- Only the start of a round that is open for bets, and stays so, may be postponed: the time of the crash is counted from it.
CREATE TRIGGER aviator_round_crash_is_decided BEFORE UPDATE OF crash_hundredths, crash_at, starts_at ON aviator_round
  FOR EACH ROW WHEN (
    (OLD.crash_at IS NOT NULL
      AND (NEW.crash_hundredths, NEW.crash_at) IS DISTINCT FROM (OLD.crash_hundredths, OLD.crash_at))
    OR (NEW.starts_at <> OLD.starts_at AND (OLD.state <> 'betting' OR NEW.state <> 'betting'))
  ) EXECUTE FUNCTION refuse_crash_change();
