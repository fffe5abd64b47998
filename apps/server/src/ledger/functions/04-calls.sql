-- Calls that move coins: the wallets of their players are locked before anything is looked up.

-- The places, from 1, of the calls whose players have an open account and whose sessions had not ended at the
-- time of the call, which is `ago_ms` before this statement was received; a null needs no session. All is read
-- once the locks are held.
CREATE OR REPLACE FUNCTION lock_callers(player_ids bigint[], session_ids bigint[], ago_ms float8[])
  RETURNS SETOF integer ROWS 10 LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  PERFORM FROM ledger.lock_wallets(player_ids);
  -- This statement has a snapshot of its own.
  RETURN QUERY
    SELECT c.place::integer
    FROM unnest(player_ids, session_ids, ago_ms) WITH ORDINALITY AS c (player_id, session_id, ago_ms, place)
    CROSS JOIN LATERAL (SELECT statement_timestamp() - c.ago_ms * interval '1 ms' AS at) arrived
    JOIN public.player p ON p.id = c.player_id AND p.closed_at IS NULL
    WHERE c.session_id IS NULL
      OR EXISTS (SELECT FROM public.session s WHERE s.id = c.session_id AND s.expires_at > arrived.at)
      OR EXISTS (SELECT FROM public.ended_session e WHERE e.id = c.session_id AND e.ended_at > arrived.at);
END $$;
