-- The log of what the staff did leaves the database by months, into files that were written and read back.

CREATE TABLE log_archive (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  table_name name NOT NULL,
  -- The month of its rows, by its first day in UTC.
  month date NOT NULL CHECK (month = date_trunc('month', month::timestamp)::date),
  file text NOT NULL,
  -- Of the compressed file.
  sha256 bytea NOT NULL CHECK (length(sha256) = 32),
  rows integer NOT NULL CHECK (rows > 0),
  first_id bigint NOT NULL,
  last_id bigint NOT NULL CHECK (last_id >= first_id),
  archived_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- When the last of its rows was deleted.
  completed_at timestamptz,
  UNIQUE (table_name, file)
);
-- One at a time, so that a second run completes the first.
CREATE UNIQUE INDEX log_archive_open ON log_archive (table_name) WHERE completed_at IS NULL;

-- Rows of the log are deleted by the owner of the tables alone, and only those of an archive that is not complete.
CREATE FUNCTION guard_archived_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM public.log_archive a
  WHERE a.table_name = TG_TABLE_NAME AND a.completed_at IS NULL AND OLD.id BETWEEN a.first_id AND a.last_id
    AND date_trunc('month', OLD.at AT TIME ZONE 'UTC')::date = a.month;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the log is never changed or shortened' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER operator_log_is_archived BEFORE DELETE ON operator_log
  FOR EACH ROW EXECUTE FUNCTION guard_archived_row();

-- In the same transaction, which locks the table: no statement runs between the two.
DROP TRIGGER operator_log_is_permanent ON operator_log;
CREATE TRIGGER operator_log_is_permanent BEFORE UPDATE OR TRUNCATE ON operator_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_log_change();

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'fairground_app') THEN
    REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON log_archive FROM fairground_app;
  END IF;
END $$;
