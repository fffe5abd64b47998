-- Which key opens the sealed seeds of this database: its fingerprint, never the key itself.
CREATE TABLE seed_key (
  id smallint PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  fingerprint bytea NOT NULL CHECK (length(fingerprint) = 32),
  -- Hashes the entries of the list of closed accounts. Derived from the first key, so that every backup that fits
  -- that key can read the list; stored sealed, so that the list stays readable when the key is rotated.
  sealed_closing_key bytea NOT NULL,
  adopted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  rotated_at timestamptz
);

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'fairground_app') THEN
    REVOKE UPDATE, DELETE, TRUNCATE ON seed_key FROM fairground_app;
  END IF;
END $$;
