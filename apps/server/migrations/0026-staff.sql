-- Staff of the console, their sessions, and who did what in the operator's log.

CREATE TYPE staff_role AS ENUM ('support', 'editor', 'operator');

CREATE TABLE staff (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL CHECK (name ~ '^[a-z][a-z0-9._-]{1,29}$'),
  role staff_role NOT NULL,
  password_hash text NOT NULL,
  -- The secret of the authenticator app, sealed with the key of the seeds.
  sealed bytea NOT NULL,
  -- The newest 30 seconds since 1970 of which a code was accepted: each code is accepted once.
  last_step bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- The row stays, because the log names it.
  removed_at timestamptz
);
CREATE UNIQUE INDEX staff_name ON staff (name) WHERE removed_at IS NULL;

CREATE TABLE staff_session (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  token_hash bytea NOT NULL UNIQUE,
  staff_id bigint NOT NULL REFERENCES staff (id),
  -- A keyed hash of the address that signed in, which is the only one that may use the session.
  address_hash bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  last_used_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Moves on with use, and never past the other.
  expires_at timestamptz NOT NULL,
  absolute_expires_at timestamptz NOT NULL
);
CREATE INDEX staff_session_staff ON staff_session (staff_id);

ALTER TABLE operator_log
  -- Null for a command from a shell.
  ADD COLUMN staff_id bigint REFERENCES staff (id),
  -- What an act changed, as it was and as it became.
  ADD COLUMN before jsonb,
  ADD COLUMN after jsonb;
CREATE INDEX operator_log_player ON operator_log ((details ->> 'player'), id) WHERE details ? 'player';

CREATE FUNCTION refuse_log_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the log is never changed or shortened' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER operator_log_is_permanent BEFORE UPDATE OR DELETE OR TRUNCATE ON operator_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_log_change();

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'fairground_app') THEN
    -- Accounts are made from a shell; a sign-in uses a code up, and no more.
    REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON staff FROM fairground_app;
    GRANT UPDATE (last_step) ON staff TO fairground_app;
  END IF;
END $$;
