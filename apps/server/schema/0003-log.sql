-- The public log: what was promised and what was drawn, in one Merkle tree for each origin. Docs: fairness.md, "The log".

-- A restart of fairness, which follows when the database went back in time, begins the next origin: entries after the backup are
-- lost, and others may know them.
CREATE TABLE log_origin (
  n integer PRIMARY KEY CHECK (n > 0),
  name text NOT NULL UNIQUE,
  -- The newest restart that the origin knows of; from the second origin on the one that began it.
  restart_id bigint REFERENCES fairness_restart (id),
  began_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE TABLE log_entry (
  origin integer NOT NULL REFERENCES log_origin (n),
  -- From 0, without a gap.
  index bigint NOT NULL CHECK (index >= 0),
  at timestamptz NOT NULL,
  kind text NOT NULL,
  -- The game's wire id; empty where there is none.
  game text NOT NULL,
  -- What the entry is about, such as the wire id of a round.
  source text NOT NULL,
  -- RFC 8785 JSON, whose bytes in UTF-8 are the entry.
  body text NOT NULL CHECK (octet_length(body) <= 65535),
  PRIMARY KEY (origin, index),
  -- Nothing is logged twice.
  CONSTRAINT log_entry_once UNIQUE (game, source, kind)
);
CREATE INDEX log_entry_day ON log_entry (kind, source DESC) WHERE game = '';

-- The hash over each complete tile of a level, so that no reader of the tree has to hash the whole of it.
CREATE TABLE log_tile (
  origin integer NOT NULL REFERENCES log_origin (n),
  level smallint NOT NULL CHECK (level BETWEEN 0 AND 7),
  index bigint NOT NULL CHECK (index >= 0),
  hash bytea NOT NULL CHECK (length(hash) = 32),
  PRIMARY KEY (origin, level, index)
);

-- What was published of the tree, together with its entries or after them.
CREATE TABLE log_checkpoint (
  origin integer NOT NULL REFERENCES log_origin (n),
  size bigint NOT NULL CHECK (size > 0),
  root bytea NOT NULL CHECK (length(root) = 32),
  signature bytea NOT NULL CHECK (length(signature) = 64),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (origin, size)
);

-- Signatures of witnesses under checkpoints.
CREATE TABLE log_cosignature (
  origin integer NOT NULL,
  size bigint NOT NULL,
  -- The witness's verifier key.
  witness text NOT NULL,
  -- A time and a signature, see C2SP tlog-cosignature.
  signature bytea NOT NULL CHECK (length(signature) = 72),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (origin, witness, size),
  FOREIGN KEY (origin, size) REFERENCES log_checkpoint (origin, size)
);
CREATE INDEX log_cosignature_checkpoint ON log_cosignature (origin, size);

-- How far the rows of a game are in the log. `began` and what is before it was over when the log began; up to `through` everything is
-- in the log.
CREATE TABLE log_progress (
  -- The game's wire id, or `playerSeeds`.
  game text PRIMARY KEY,
  began bigint NOT NULL,
  through bigint NOT NULL CHECK (through >= began)
);

SELECT restrict_application('log_origin', '{}'), restrict_application('log_entry', '{}'),
  restrict_application('log_tile', '{}'), restrict_application('log_checkpoint', '{}'),
  restrict_application('log_cosignature', '{}'), restrict_application('log_progress', '{through}');
CREATE TRIGGER log_origin_is_final BEFORE UPDATE OR DELETE ON log_origin
  FOR EACH ROW EXECUTE FUNCTION refuse_final_change();
CREATE TRIGGER log_entry_is_final BEFORE UPDATE OR DELETE ON log_entry
  FOR EACH ROW EXECUTE FUNCTION refuse_final_change();
CREATE TRIGGER log_tile_is_final BEFORE UPDATE OR DELETE ON log_tile
  FOR EACH ROW EXECUTE FUNCTION refuse_final_change();
CREATE TRIGGER log_checkpoint_is_final BEFORE UPDATE OR DELETE ON log_checkpoint
  FOR EACH ROW EXECUTE FUNCTION refuse_final_change();
CREATE TRIGGER log_cosignature_is_final BEFORE UPDATE OR DELETE ON log_cosignature
  FOR EACH ROW EXECUTE FUNCTION refuse_final_change();
