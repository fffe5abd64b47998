-- Late presses are deleted after some time. The application may do it by this function alone, and not to young ones.
-- Bets are numbered in the order of their rounds, so that the oldest presses are the first of the primary key.
CREATE OR REPLACE FUNCTION delete_late_presses(of_epoch bigint, stored_days integer, max_rows integer)
RETURNS integer LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  deleted integer;
BEGIN
  IF stored_days < 30 THEN RAISE EXCEPTION 'late presses are stored for 30 days at least'; END IF;
  PERFORM FROM public.held_lease(of_epoch);
  IF NOT FOUND THEN RETURN 0; END IF;
  DELETE FROM public.aviator_late_press l USING (
    SELECT o.bet_id FROM (SELECT p.bet_id FROM public.aviator_late_press p ORDER BY p.bet_id LIMIT max_rows) o
    JOIN public.aviator_bet b ON b.id = o.bet_id
    WHERE b.created_at < clock_timestamp() - stored_days * interval '1 day'
  ) due WHERE l.bet_id = due.bet_id;
  GET DIAGNOSTICS deleted = ROW_COUNT;
  RETURN deleted;
END $$;
