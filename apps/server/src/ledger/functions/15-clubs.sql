-- Takes a player out of all clubs, or out of one of them. The club of an owner goes to who is longest in it, and ends
-- with its last member. Returns the clubs that were left. No coin is moved here.
CREATE OR REPLACE FUNCTION leave_clubs(of_player bigint, of_club bigint)
  RETURNS SETOF bigint LANGUAGE plpgsql ROWS 5 AS $$
DECLARE
  clubs bigint[];
BEGIN
  -- The lock of a club excludes every other change of its members; what follows sees what they committed.
  PERFORM FROM public.club c WHERE c.id IN (
    SELECT m.club_id FROM public.club_member m
    WHERE m.player_id = of_player AND (of_club IS NULL OR m.club_id = of_club)
  ) ORDER BY c.id FOR NO KEY UPDATE;
  WITH gone AS (
    DELETE FROM public.club_member m
    WHERE m.player_id = of_player AND (of_club IS NULL OR m.club_id = of_club) RETURNING m.club_id
  )
  SELECT array_agg(g.club_id) INTO clubs FROM gone g;
  UPDATE public.club_member m SET is_owner = true
  FROM (
    SELECT DISTINCT ON (n.club_id) n.club_id, n.player_id FROM public.club_member n
    WHERE n.club_id = ANY (clubs)
      AND NOT EXISTS (SELECT FROM public.club_member o WHERE o.club_id = n.club_id AND o.is_owner)
    ORDER BY n.club_id, n.joined_at, n.player_id
  ) longest WHERE m.club_id = longest.club_id AND m.player_id = longest.player_id;
  UPDATE public.club c SET version = c.version + 1 WHERE c.id = ANY (clubs);
  DELETE FROM public.club c WHERE c.id = ANY (clubs)
    AND NOT EXISTS (SELECT FROM public.club_member m WHERE m.club_id = c.id);
  RETURN QUERY SELECT unnest(clubs);
END $$;
