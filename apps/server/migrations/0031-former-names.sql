-- When a player takes another name, the former one is refused to all others for 90 days, so that nobody is taken for them.
-- Closing an account frees its name at once, since nothing that names the person remains.

CREATE TABLE former_name (
  -- In lower case.
  name text PRIMARY KEY,
  -- Who may take it again.
  player_id bigint NOT NULL REFERENCES player (id) ON DELETE CASCADE,
  until timestamptz NOT NULL
);
CREATE INDEX former_name_until ON former_name (until);
CREATE INDEX former_name_player ON former_name (player_id);
-- Only the trigger's functions read and write it.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'fairground_app') THEN
    REVOKE ALL ON former_name FROM fairground_app;
  END IF;
END $$;

-- After the row was written, and the unique index has waited for a concurrent change of the name's owner: this
-- statement then sees what they committed. Refused like a name that somebody has.
CREATE FUNCTION refuse_former_name() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  IF EXISTS (
    SELECT FROM public.former_name g
    WHERE g.name = lower(NEW.username)
      AND g.until > clock_timestamp() AND g.player_id <> NEW.id
  ) THEN
    RAISE unique_violation USING MESSAGE = 'the name was another player''s not long ago';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION retain_former_name() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  DELETE FROM public.former_name WHERE until <= clock_timestamp();
  IF NEW.closed_at IS NOT NULL THEN
    DELETE FROM public.former_name WHERE player_id = NEW.id;
  ELSE
    INSERT INTO public.former_name (name, player_id, until)
    VALUES (lower(OLD.username), NEW.id, clock_timestamp() + interval '90 days')
    ON CONFLICT (name) DO UPDATE SET player_id = excluded.player_id, until = excluded.until;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER player_former_name_refused AFTER INSERT OR UPDATE OF username ON player
  FOR EACH ROW EXECUTE FUNCTION refuse_former_name();
-- A guest's name was generated.
CREATE TRIGGER player_former_name_retained AFTER UPDATE OF username ON player
  FOR EACH ROW WHEN (lower(OLD.username) <> lower(NEW.username) AND OLD.email IS NOT NULL)
  EXECUTE FUNCTION retain_former_name();
