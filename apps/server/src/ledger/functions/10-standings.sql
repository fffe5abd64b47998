-- Boards of days and weeks that are over are deleted after some time; their sums remain, so
-- that the boards still add up.

/*
 * Deletes up to `max_rows` standings of days and weeks that ended before the month of `stored_days` days
 * ago, and adds them to the sums. Returns how many there were. A month is deleted completely or not at all,
 * except while batches of it remain.
 *
 * Skips what others have locked instead of waiting: closing an account deletes the same rows in another order.
 */
CREATE OR REPLACE FUNCTION ledger.carry_standings(of_epoch bigint, stored_days integer, max_rows integer)
RETURNS integer LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  first_stored date := date_trunc('month', public.site_day() - stored_days)::date;
  of_span "char";
  batch integer;
  carried integer := 0;
BEGIN
  -- A change of the site's time zone may take the day back by one.
  IF stored_days < 7 THEN RAISE EXCEPTION 'boards of days and weeks are stored for 7 days at least'; END IF;
  PERFORM FROM public.held_lease(of_epoch);
  IF NOT FOUND THEN RETURN 0; END IF;
  FOREACH of_span IN ARRAY ARRAY['d', 'w']::"char"[] LOOP
    WITH due AS MATERIALIZED (
      SELECT s.since, s.player_id FROM public.standing s JOIN public.player p ON p.id = s.player_id
      WHERE s.span = of_span AND s.since < first_stored - CASE of_span WHEN 'w' THEN 6 ELSE 0 END
      ORDER BY s.since, s.player_id LIMIT max_rows - carried
      FOR UPDATE OF s SKIP LOCKED FOR KEY SHARE OF p SKIP LOCKED
    ), deleted AS (
      DELETE FROM public.standing s USING due
      WHERE s.span = of_span AND s.since = due.since AND s.player_id = due.player_id
      RETURNING s.player_id, s.since, s.won
    ), sums AS (
      INSERT INTO public.carried_standing AS c (player_id, days, weeks, last_month)
      SELECT d.player_id,
        coalesce(sum(d.won) FILTER (WHERE of_span = 'd'), 0)::bigint,
        coalesce(sum(d.won) FILTER (WHERE of_span = 'w'), 0)::bigint,
        max(date_trunc('month', d.since)::date) FILTER (WHERE of_span = 'd')
      FROM deleted d GROUP BY d.player_id ORDER BY d.player_id
      ON CONFLICT (player_id) DO UPDATE SET days = c.days + excluded.days, weeks = c.weeks + excluded.weeks,
        last_month = greatest(c.last_month, excluded.last_month)
    )
    SELECT count(*)::integer INTO batch FROM deleted;
    carried := carried + batch;
    EXIT WHEN carried >= max_rows;
  END LOOP;
  RETURN carried;
END $$;
