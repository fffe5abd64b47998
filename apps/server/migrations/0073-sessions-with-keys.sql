-- A call whose session was looked up a short time ago is not looked up again: it confirms the session together with its key.

-- As before, and whether all of these sessions, each named once, have not ended.
CREATE FUNCTION lock_new_keys(
  of_operation text, player_ids bigint[], keys text[], players integer, session_ids bigint[]
) RETURNS boolean LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  open_players integer;
BEGIN
  PERFORM FROM public.player p WHERE p.id = ANY (player_ids) AND p.closed_at IS NULL ORDER BY p.id FOR NO KEY UPDATE;
  GET DIAGNOSTICS open_players = ROW_COUNT;
  -- OFFSET 0: a search by the key for each call and session, however small the tables were when this was planned.
  RETURN open_players = players AND NOT EXISTS (
    SELECT FROM unnest(player_ids, keys) AS c (player_id, key)
    CROSS JOIN LATERAL (
      SELECT FROM public.idempotency x
      WHERE x.player_id = c.player_id AND x.operation = of_operation AND x.key = c.key OFFSET 0
    ) used
  ) AND cardinality(session_ids) = (
    SELECT count(*) FROM unnest(session_ids) AS i (id)
    CROSS JOIN LATERAL (
      SELECT FROM public.session s WHERE s.id = i.id AND s.expires_at > clock_timestamp() OFFSET 0
    ) live
  );
END $$;
