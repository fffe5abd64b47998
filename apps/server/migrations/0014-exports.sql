-- Exports of a player's data: one at a time per player, and indexes that they read by.

CREATE TABLE player_export (
  player_id bigint PRIMARY KEY REFERENCES player (id) ON DELETE CASCADE,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Null once the export ended. Names the one that runs, so that none ends another's.
  run_id bytea
);

CREATE INDEX contact_message_email ON contact_message (lower(email), id);
