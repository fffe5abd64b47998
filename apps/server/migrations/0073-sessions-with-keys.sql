-- A call whose session was looked up a short time ago is not looked up again: it confirms the session together with its key.

-- As before, and whether all of these sessions, each named once, have not ended.
CREATE FUNCTION lock_new_keys(
  of_operation text, player_ids bigint[], keys text[], players integer, session_ids bigint[]
) RETURNS boolean LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  IF NOT public.lock_new_keys(of_operation, player_ids, keys, players) THEN RETURN false; END IF;
  RETURN cardinality(session_ids) = 0 OR cardinality(session_ids) = (
    SELECT count(*) FROM unnest(session_ids) AS i (id)
    -- OFFSET 0: a search by the key for each session, however small the table was when the statement was planned.
    CROSS JOIN LATERAL (
      SELECT FROM public.session s WHERE s.id = i.id AND s.expires_at > clock_timestamp() OFFSET 0
    ) live
  );
END $$;
