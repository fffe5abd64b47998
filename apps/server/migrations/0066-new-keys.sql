-- Nearly all calls come with a key that was never used. For these it is enough to know so, which takes less than reading
-- what might be stored.

-- Locks the players of a batch, in the order of their ids, and says whether all of them, so many, have open accounts and
-- none of the keys was used before. Both are read once the locks are held.
CREATE FUNCTION lock_new_keys(of_operation text, player_ids bigint[], keys text[], players integer) RETURNS boolean
  LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  open_players integer;
BEGIN
  PERFORM FROM public.player p WHERE p.id = ANY (player_ids) AND p.closed_at IS NULL ORDER BY p.id FOR NO KEY UPDATE;
  GET DIAGNOSTICS open_players = ROW_COUNT;
  RETURN open_players = players AND NOT EXISTS (
    SELECT FROM unnest(player_ids, keys) AS c (player_id, key)
    -- OFFSET 0: a search by the key for each call, however small the table was when the statement was planned.
    CROSS JOIN LATERAL (
      SELECT FROM public.idempotency x
      WHERE x.player_id = c.player_id AND x.operation = of_operation AND x.key = c.key OFFSET 0
    ) used
  );
END $$;
