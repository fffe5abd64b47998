-- Games that take no stakes because the leader cannot run them. Written by the leader alone.
CREATE TABLE closed_game (
  -- The game's id on the wire.
  game text PRIMARY KEY,
  since timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- Written to find out whether the disk has space again, after a write was refused.
CREATE TABLE write_probe (
  id smallint PRIMARY KEY CHECK (id = 1),
  filler bytea NOT NULL
);
ALTER TABLE write_probe ALTER COLUMN filler SET STORAGE EXTERNAL;
