-- The lease's heartbeat and its fence are rows of their own. A leader renews `director_lease` every second; what it writes
-- holds a share lock on `director_fence`. A long statement, such as the settling of a chunk, held up the renewals before, so that
-- the lease ran out under a leader that was well.

CREATE TABLE director_fence (
  id smallint PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  epoch bigint NOT NULL
);
-- The lock waits for writes under the lease as it was fenced before.
WITH lease AS (SELECT epoch FROM director_lease FOR UPDATE)
INSERT INTO director_fence (epoch) SELECT epoch FROM lease;

-- The process that raises the epoch waits here until what was written under the one before is committed.
CREATE FUNCTION move_fence() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_catalog AS $$
BEGIN
  UPDATE director_fence SET epoch = NEW.epoch;
  RETURN NULL;
END $$;
CREATE TRIGGER director_lease_moves_fence AFTER UPDATE OF epoch ON director_lease
  FOR EACH ROW EXECUTE FUNCTION move_fence();

CREATE OR REPLACE FUNCTION held_lease(of_epoch bigint) RETURNS TABLE (epoch bigint) ROWS 1 LANGUAGE plpgsql AS $$
BEGIN
  RETURN QUERY SELECT f.epoch FROM public.director_fence f WHERE f.epoch = of_epoch FOR SHARE;
END $$;

SELECT restrict_application('director_fence', '{epoch}');
