-- A function, because its plan is made once per connection: to plan the statement for its parameters took as long as
-- to read the rows. No coin is moved here.

-- A board's places from the one after `skipped`. Order: won, then today's stakes, then the older account. It reads a
-- handful of rows from the ends of indexes, whatever the planner expects of a limit that it does not know: hence the
-- settings, and the constant limits, as many places as a board lists. A function's plan is made once per connection.
CREATE OR REPLACE FUNCTION board_places(of_span "char", skipped bigint, max_rows bigint)
RETURNS TABLE (id bigint, avatar text, username text, won bigint, todays_bids bigint) ROWS 100
  LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan SET max_parallel_workers_per_gather = 0
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_material = off
  SET enable_hashagg = off AS $$
#variable_conflict use_column
DECLARE
  on_day date := (SELECT t.day FROM today t);
  since_day date := CASE of_span WHEN 'w' THEN date_trunc('week', on_day)::date
    WHEN 'm' THEN date_trunc('month', on_day)::date ELSE on_day END;
BEGIN
  IF of_span = 'a' THEN
    -- The first by (won, age), and those who played today and share the lowest amount of these.
    RETURN QUERY
      WITH winners AS MATERIALIZED (
        SELECT * FROM (
          SELECT w.player_id, w.total_won AS won, CASE WHEN w.staked_on = on_day THEN w.staked_today ELSE 0 END AS bids
          FROM wallet w
          WHERE NOT EXISTS (SELECT FROM unranked_player u WHERE u.id = w.player_id)
          ORDER BY w.total_won DESC, w.player_id LIMIT 1000
        ) first LIMIT skipped + max_rows
      ), candidates AS (
        SELECT * FROM winners
        UNION
        SELECT w.player_id, w.total_won, w.staked_today FROM wallet w
        WHERE w.staked_on = on_day AND w.total_won = (SELECT min(m.won) FROM winners m)
          AND NOT EXISTS (SELECT FROM unranked_player u WHERE u.id = w.player_id)
      ), page AS (
        SELECT * FROM candidates c ORDER BY c.won DESC, c.bids DESC, c.player_id OFFSET skipped LIMIT max_rows
      )
      SELECT p.id, p.avatar, p.username, c.won, c.bids FROM page c JOIN player p ON p.id = c.player_id
      ORDER BY c.won DESC, c.bids DESC, c.player_id;
    RETURN;
  END IF;

  -- A board of a day, a week or a month: below those who won something in it are those who played today, then the
  -- oldest accounts.
  RETURN QUERY
    WITH winners AS MATERIALIZED (
      SELECT * FROM (
        SELECT s.player_id, s.won FROM standing s
        WHERE s.span = of_span AND s.since = since_day
          AND NOT EXISTS (SELECT FROM unranked_player u WHERE u.id = s.player_id)
        ORDER BY s.won DESC, s.player_id LIMIT 1000
      ) first LIMIT skipped + max_rows
    ), lowest AS MATERIALIZED (
      SELECT CASE WHEN count(*) < skipped + max_rows THEN 0 ELSE min(m.won) END AS won FROM winners m
    ), candidates AS (
      SELECT m.player_id, m.won, CASE WHEN w.staked_on = on_day THEN w.staked_today ELSE 0 END AS bids
      FROM winners m JOIN wallet w ON w.player_id = m.player_id
      UNION
      SELECT s.player_id, s.won, w.staked_today FROM standing s JOIN wallet w ON w.player_id = s.player_id
      WHERE s.span = of_span AND s.since = since_day AND s.won = (SELECT l.won FROM lowest l) AND w.staked_on = on_day
        AND NOT EXISTS (SELECT FROM unranked_player u WHERE u.id = s.player_id)
      UNION ALL
      (SELECT w.player_id, 0, w.staked_today FROM wallet w
        WHERE (SELECT l.won FROM lowest l) = 0 AND w.staked_on = on_day AND w.staked_today > 0
          AND NOT EXISTS (SELECT FROM standing s
            WHERE s.span = of_span AND s.since = since_day AND s.player_id = w.player_id)
          AND NOT EXISTS (SELECT FROM unranked_player u WHERE u.id = w.player_id)
        ORDER BY w.staked_today DESC, w.player_id LIMIT skipped + max_rows)
      UNION ALL
      (SELECT w.player_id, 0, 0 FROM wallet w
        WHERE (SELECT l.won FROM lowest l) = 0 AND (w.staked_on <> on_day OR w.staked_today = 0)
          AND NOT EXISTS (SELECT FROM standing s
            WHERE s.span = of_span AND s.since = since_day AND s.player_id = w.player_id)
          AND NOT EXISTS (SELECT FROM unranked_player u WHERE u.id = w.player_id)
        ORDER BY w.player_id LIMIT skipped + max_rows)
    ), page AS (
      SELECT * FROM candidates c ORDER BY c.won DESC, c.bids DESC, c.player_id OFFSET skipped LIMIT max_rows
    )
    SELECT p.id, p.avatar, p.username, c.won, c.bids FROM page c JOIN player p ON p.id = c.player_id
    ORDER BY c.won DESC, c.bids DESC, c.player_id;
END
$$;
