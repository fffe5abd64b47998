-- Calls that are judged by when they arrived: neither the end of their session afterwards nor another use of their key decides
-- about them.

-- Sessions and access tokens that ended recently, and when. A call that arrived before is still its player's.
CREATE TABLE ended_session (
  id bigint PRIMARY KEY,
  player_id bigint NOT NULL,
  token_hash bytea NOT NULL,
  -- Of an access token.
  scopes text[],
  ended_at timestamptz NOT NULL
);
CREATE INDEX ended_session_token ON ended_session (token_hash);

-- By triggers, as sessions end in many ways.
CREATE FUNCTION record_ended_session() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  -- One that is deleted after it had expired ended when it expired.
  INSERT INTO public.ended_session (id, player_id, token_hash, scopes, ended_at)
  SELECT o.id, o.player_id, o.token_hash, CASE WHEN TG_ARGV[0] = 'access_token' THEN
      ARRAY(SELECT jsonb_array_elements_text(to_jsonb(o) -> 'scopes')) END,
    least(o.expires_at, clock_timestamp())
  FROM ended o
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER session_ends AFTER DELETE ON session REFERENCING OLD TABLE AS ended
  FOR EACH STATEMENT EXECUTE FUNCTION record_ended_session('session');
CREATE TRIGGER access_token_ends AFTER DELETE ON access_token REFERENCING OLD TABLE AS ended
  FOR EACH STATEMENT EXECUTE FUNCTION record_ended_session('access_token');

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'fairground_app') THEN
    REVOKE INSERT, UPDATE, TRUNCATE ON ended_session FROM fairground_app;
  END IF;
END $$;

-- As `lock_several_keys`, which processes of the version before still call, and when each used key was used.
CREATE FUNCTION lock_dated_keys(of_operation text, player_ids bigint[], keys text[])
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
