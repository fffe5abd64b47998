-- Achievements of players, and how far their rules have been applied.

-- @statement addRules
-- Rules that the site did not have before begin with the first transfer.
INSERT INTO achievement_rule (id) SELECT r.id FROM held_lease(:epoch), unnest(:ids::text[]) AS r (id)
ON CONFLICT DO NOTHING;

-- @statement findProgress
SELECT id, applied_through FROM achievement_rule WHERE id = ANY(:ids::text[]);

-- @statement planOnce
-- Until the end of the transaction a connection plans a statement once for any parameters, not for each of the first
-- five that it runs.
SELECT set_config('plan_cache_mode', 'force_generic_plan', true);

-- @statement findHorizon
-- The newest transfer, and the transactions that were in progress then: transfers with a lower id may still be
-- committed by them.
SELECT coalesce((SELECT max(id) FROM transfer), 0) AS newest,
  pg_snapshot_xmin(s)::text::bigint AS "oldest_running!", pg_snapshot_xmax(s)::text::bigint AS "next!"
FROM pg_current_snapshot() s;

-- @statement listOf
SELECT id, reached_at FROM achievement WHERE player_id = :player_id ORDER BY reached_at, id;
