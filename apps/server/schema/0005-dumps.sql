-- What happened on each ended day of the site, as a file. Docs: fairness.md, "Dumps".
CREATE TABLE dump (
  day date PRIMARY KEY,
  -- Of the log: the dump has what became final after the one before and before this moment.
  ends_at timestamptz NOT NULL,
  -- The newest entry of the log that it covers.
  origin integer NOT NULL REFERENCES log_origin (n),
  through bigint NOT NULL,
  sha256 bytea NOT NULL,
  -- NDJSON, compressed by gzip.
  body bytea NOT NULL,
  CHECK (sha256 = sha256(body))
);
ALTER TABLE dump ALTER body SET STORAGE EXTERNAL;
SELECT restrict_application('dump', '{}');
CREATE TRIGGER dump_is_final BEFORE UPDATE OR DELETE ON dump
  FOR EACH ROW EXECUTE FUNCTION refuse_final_change();
