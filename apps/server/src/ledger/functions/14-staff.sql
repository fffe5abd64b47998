-- The application may not add staff, except the first account. Null where the link is used or too old, or there is or
-- was staff: calls wait for the lock, and so does an account that is made from a shell.
CREATE OR REPLACE FUNCTION add_first_staff(link_hash bytea, chosen_name text, chosen_hash text, chosen_sealed bytea)
RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE added bigint;
BEGIN
  LOCK TABLE public.staff IN SHARE ROW EXCLUSIVE MODE;
  IF EXISTS (SELECT FROM public.staff) OR NOT EXISTS (
    SELECT FROM public.first_staff_link l WHERE l.token_hash = link_hash AND l.expires_at > pg_catalog.clock_timestamp()
  ) THEN
    RETURN NULL;
  END IF;
  DELETE FROM public.first_staff_link;
  INSERT INTO public.staff (name, role, password_hash, sealed)
  VALUES (chosen_name, 'operator', chosen_hash, chosen_sealed) RETURNING id INTO added;
  RETURN added;
END $$;
