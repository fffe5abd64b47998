-- Which exports of players' data are running.

-- @statement beginExport
-- No row where an export of the player is running; one that never ended, such as that of a killed process, counts
-- for `max_seconds`.
WITH {{openPlayer}}
INSERT INTO player_export AS e (player_id, run_id) SELECT id, :run_id::bytea FROM open_player
ON CONFLICT (player_id) DO UPDATE SET run_id = excluded.run_id, started_at = clock_timestamp()
WHERE e.run_id IS NULL OR e.started_at <= clock_timestamp() - make_interval(secs => :max_seconds)
RETURNING player_id;

-- @statement endExport
UPDATE player_export SET run_id = NULL WHERE player_id = :player_id AND run_id = :run_id::bytea;
