-- The row of a running round need not contain its crash. Both columns are null until the crash, or until the round is void: they
-- follow from the seed, which the database has only sealed.

ALTER TABLE aviator_round ALTER COLUMN crash_hundredths DROP NOT NULL, ALTER COLUMN crash_at DROP NOT NULL;

-- NOT VALID: every row from before has both.
ALTER TABLE aviator_round ADD CONSTRAINT aviator_round_crash_revealed CHECK (
  (crash_hundredths IS NULL) = (crash_at IS NULL)
  AND (crash_at IS NOT NULL OR state IN ('betting', 'flying'))
) NOT VALID;

CREATE FUNCTION refuse_crash_change() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  RAISE EXCEPTION 'when and where a round crashes is revealed at its end and never changed' USING ERRCODE = 'insufficient_privilege';
END $$;

-- Written with the row or at its end, once. A round whose start is postponed still flies for the same time, and the start of a
-- flight is final.
CREATE TRIGGER aviator_round_crash_is_decided BEFORE UPDATE OF crash_hundredths, crash_at, starts_at ON aviator_round
  FOR EACH ROW WHEN (
    (OLD.crash_hundredths IS NOT NULL AND NEW.crash_hundredths IS DISTINCT FROM OLD.crash_hundredths)
    OR (OLD.crash_at IS NOT NULL AND NEW.crash_at - NEW.starts_at IS DISTINCT FROM OLD.crash_at - OLD.starts_at)
    OR (OLD.state <> 'betting' AND NEW.starts_at <> OLD.starts_at)
    OR (OLD.crash_at IS NULL AND NEW.crash_at IS NOT NULL
      AND (NEW.state IN ('betting', 'flying') OR NEW.starts_at <> OLD.starts_at))
  ) EXECUTE FUNCTION refuse_crash_change();

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'fairground_app') THEN
    GRANT UPDATE (crash_hundredths) ON aviator_round TO fairground_app;
  END IF;
END $$;
