-- Games that take no stakes because the leader cannot run them. Written by the leader alone.
CREATE TABLE closed_game (
  -- The game's id on the wire.
  game text PRIMARY KEY,
  since timestamptz NOT NULL DEFAULT clock_timestamp()
);
