-- Calls that move coins: their players are locked in the order of their ids before anything is looked up.

-- The places, from 1, of the calls whose players have an open account and whose sessions had not ended at the
-- time of the call, which is `ago_ms` before this statement was received; a null needs no session. All is read
-- once the locks are held.
CREATE OR REPLACE FUNCTION lock_callers(player_ids bigint[], session_ids bigint[], ago_ms float8[])
  RETURNS SETOF integer ROWS 10 LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  open_players bigint[];
BEGIN
  SELECT array_agg(l.id) INTO open_players FROM (
    SELECT p.id FROM public.player p
    WHERE p.id = ANY (player_ids) AND p.closed_at IS NULL ORDER BY p.id FOR NO KEY UPDATE
  ) l;
  RETURN QUERY
    SELECT c.place::integer
    FROM unnest(player_ids, session_ids, ago_ms) WITH ORDINALITY AS c (player_id, session_id, ago_ms, place)
    CROSS JOIN LATERAL (SELECT statement_timestamp() - c.ago_ms * interval '1 ms' AS at) arrived
    WHERE c.player_id = ANY (open_players) AND (
      c.session_id IS NULL
      OR EXISTS (SELECT FROM public.session s WHERE s.id = c.session_id AND s.expires_at > arrived.at)
      OR EXISTS (SELECT FROM public.ended_session e WHERE e.id = c.session_id AND e.ended_at > arrived.at)
    );
END $$;
