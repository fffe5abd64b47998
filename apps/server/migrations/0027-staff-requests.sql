-- Suspensions with a reason and an end, and corrections that a second member of the staff has to approve.

ALTER TABLE player
  -- Null lasts until it is lifted.
  ADD COLUMN suspended_until timestamptz,
  ADD COLUMN suspension_reason text CHECK (length(suspension_reason) BETWEEN 3 AND 500),
  ADD CONSTRAINT player_suspension
    CHECK (suspended_at IS NOT NULL OR (suspended_until IS NULL AND suspension_reason IS NULL));

CREATE FUNCTION is_suspended(since timestamptz, until timestamptz) RETURNS boolean LANGUAGE sql VOLATILE
  RETURN since IS NOT NULL AND (until IS NULL OR until > clock_timestamp());

-- `direct` needed nobody else.
CREATE TYPE staff_request_state AS ENUM ('direct', 'open', 'approved', 'refused', 'withdrawn');

CREATE TABLE staff_request (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  player_id bigint NOT NULL REFERENCES player (id),
  -- Above zero gives coins, below takes them.
  amount bigint NOT NULL CHECK (amount <> 0),
  reason text NOT NULL CHECK (length(reason) BETWEEN 3 AND 500),
  requested_by bigint NOT NULL REFERENCES staff (id),
  -- Made by the page, so that a repeated call is the same request.
  key text NOT NULL CHECK (length(key) BETWEEN 8 AND 64),
  requested_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  state staff_request_state NOT NULL,
  decided_by bigint REFERENCES staff (id),
  decided_at timestamptz,
  UNIQUE (requested_by, key),
  CHECK ((decided_by IS NULL) = (state IN ('direct', 'open')) AND (decided_by IS NULL) = (decided_at IS NULL)),
  -- Two people: nobody approves or refuses what they requested, and nobody else withdraws it.
  CONSTRAINT staff_request_two_people CHECK ((decided_by = requested_by) = (state = 'withdrawn'))
);
CREATE INDEX staff_request_open ON staff_request (id) WHERE state = 'open';
CREATE INDEX staff_request_staff ON staff_request (requested_by, requested_at);

-- What was requested stays as it was, and what was decided stays decided.
CREATE FUNCTION guard_staff_request() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.state = 'open'
    AND (NEW.id, NEW.player_id, NEW.amount, NEW.reason, NEW.requested_by, NEW.key, NEW.requested_at)
      IS NOT DISTINCT FROM (OLD.id, OLD.player_id, OLD.amount, OLD.reason, OLD.requested_by, OLD.key, OLD.requested_at)
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'a request is decided once and never changed' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER staff_request_is_permanent BEFORE UPDATE OR DELETE ON staff_request
  FOR EACH ROW EXECUTE FUNCTION guard_staff_request();

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'fairground_app') THEN
    REVOKE UPDATE, DELETE, TRUNCATE ON staff_request FROM fairground_app;
    GRANT UPDATE (state, decided_by, decided_at) ON staff_request TO fairground_app;
  END IF;
END $$;
