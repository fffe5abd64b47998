-- Idempotency keys: calls are looked up while their players are locked, in the order of their ids.

-- A stored answer, to the byte: the values, one per line, in the places of the form.
CREATE OR REPLACE FUNCTION answer_text(form text, answer_values text) RETURNS text IMMUTABLE PARALLEL SAFE LANGUAGE sql
  RETURN (
    SELECT string_agg(t.part || coalesce(t.token, ''), '' ORDER BY t.place)
    FROM unnest(string_to_array(form, E'\n'), string_to_array(answer_values, E'\n'))
      WITH ORDINALITY AS t (part, token, place)
  );

-- Whether the accounts of all players, each named once, are open, none of the keys was used before, and none of the
-- sessions has ended. Nearly all calls come with a new key, and to know so takes less than to read what might be
-- stored. Everything is read once the locks are held.
CREATE OR REPLACE FUNCTION lock_new_keys(
  of_operation text, player_ids bigint[], keys text[], session_ids bigint[]
) RETURNS boolean LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  open_players integer;
BEGIN
  PERFORM FROM public.player p WHERE p.id = ANY (player_ids) AND p.closed_at IS NULL ORDER BY p.id FOR NO KEY UPDATE;
  GET DIAGNOSTICS open_players = ROW_COUNT;
  -- OFFSET 0: a search by the key for each call and session, however small the tables were when this was planned.
  RETURN open_players = cardinality(player_ids) AND NOT EXISTS (
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

-- Looks up the keys of calls, one per player: one row per call whose player's account is open, with the call's place
-- (from 1) and, if its key was used, what was stored and when. A repeat of a call in progress waits for the player; the keys
-- are read after the lock, by a statement of their own that sees what the first call has committed.
CREATE OR REPLACE FUNCTION lock_dated_keys(of_operation text, player_ids bigint[], keys text[])
  RETURNS TABLE (place integer, is_used boolean, body_hash bytea, status smallint, answer text, used_at timestamptz) ROWS 10
  LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
BEGIN
  PERFORM FROM public.player p WHERE p.id = ANY (player_ids) ORDER BY p.id FOR NO KEY UPDATE;
  RETURN QUERY
    SELECT c.place::integer, i.key IS NOT NULL, i.body_hash, i.status,
      coalesce(i.answer, public.answer_text(f.text, i.answer_values)), i.created_at
    FROM unnest(player_ids, keys) WITH ORDINALITY AS c (player_id, key, place)
    JOIN public.player p ON p.id = c.player_id AND p.closed_at IS NULL
    -- OFFSET 0: a search by the key for each call, however small the table was when the statement was planned.
    LEFT JOIN LATERAL (
      SELECT x.key, x.body_hash, x.status, x.answer, x.form_id, x.answer_values, x.created_at FROM public.idempotency x
      WHERE x.player_id = c.player_id AND x.operation = of_operation AND x.key = c.key OFFSET 0
    ) i ON true
    LEFT JOIN LATERAL (SELECT x.text FROM public.answer_form x WHERE x.id = i.form_id OFFSET 0) f ON true;
END $$;
