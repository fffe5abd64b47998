-- Stored answers of calls with an idempotency key become small: the parts of the JSON that all answers of a call share
-- are stored once, as a form, and each answer as its values. An answer that has no form yet, and every answer of an
-- earlier version, is text in the column `answer`.

-- Texts of JSON in which a line feed stands for each value. Never deleted: there are a few for each call.
CREATE TABLE answer_form (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  text text NOT NULL
);
CREATE UNIQUE INDEX answer_form_text ON answer_form (md5(text));

-- No foreign key to the form: all calls would lock the same row. The auditor checks it.
ALTER TABLE idempotency ADD COLUMN form_id integer, ADD COLUMN answer_values text;
-- Rows are written once now, with their answer.
ALTER TABLE idempotency SET (fillfactor = 100);
-- The player of a key is locked by `lock_keys` below, which is all that this constraint did, once more for each call.
-- Players are never deleted; the auditor checks that each key has one.
ALTER TABLE idempotency DROP CONSTRAINT idempotency_player_id_fkey;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'fairground_app') THEN
    REVOKE UPDATE, DELETE, TRUNCATE ON answer_form FROM fairground_app;
  END IF;
END $$;

-- The answer again, to the byte: the values, one a line, in the places of the form.
CREATE FUNCTION answer_text(form text, answer_values text) RETURNS text IMMUTABLE PARALLEL SAFE LANGUAGE sql
  RETURN (
    SELECT string_agg(t.part || coalesce(t.token, ''), '' ORDER BY t.place)
    FROM unnest(string_to_array(form, E'\n'), string_to_array(answer_values, E'\n'))
      WITH ORDINALITY AS t (part, token, place)
  );

-- Locks the players of calls with a key, at most one call a player, and looks the keys up: one row for each player whose
-- account is open, with the stored answer where the key is used. A repeat of a call in progress waits for the player;
-- keys are read after the lock, by a statement of their own that sees what the first call has committed.
CREATE FUNCTION lock_keys(of_operation text, player_ids bigint[], keys text[])
  RETURNS TABLE (player_id bigint, is_used boolean, body_hash bytea, status smallint, answer text) ROWS 10
  LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
BEGIN
  PERFORM FROM public.player p WHERE p.id = ANY (player_ids) ORDER BY p.id FOR NO KEY UPDATE;
  RETURN QUERY
    SELECT p.id, i.key IS NOT NULL, i.body_hash, i.status,
      coalesce(i.answer, public.answer_text(f.text, i.answer_values))
    FROM unnest(player_ids, keys) AS c (player_id, key)
    JOIN public.player p ON p.id = c.player_id AND p.closed_at IS NULL
    -- OFFSET 0: a search by the key for each call, however small the table was when the statement was planned.
    LEFT JOIN LATERAL (
      SELECT x.key, x.body_hash, x.status, x.answer, x.form_id, x.answer_values FROM public.idempotency x
      WHERE x.player_id = c.player_id AND x.operation = of_operation AND x.key = c.key OFFSET 0
    ) i ON true
    LEFT JOIN LATERAL (SELECT x.text FROM public.answer_form x WHERE x.id = i.form_id OFFSET 0) f ON true;
END $$;
