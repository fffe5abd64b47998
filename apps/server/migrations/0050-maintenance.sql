-- The maintenance of the complete site: there is a row while it is on, written by an operator or by the setting of a start.
CREATE TABLE maintenance (
  id smallint PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  -- Shown to players, in English and where given in Spanish.
  reason text NOT NULL CHECK (length(reason) BETWEEN 3 AND 500),
  reason_es text CHECK (length(reason_es) BETWEEN 3 AND 500),
  -- Absent for a command from a shell and for the setting.
  started_by bigint REFERENCES staff (id),
  since timestamptz NOT NULL DEFAULT clock_timestamp()
);

SELECT restrict_application('maintenance', '{}', may_delete => true);
