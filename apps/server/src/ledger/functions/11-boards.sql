-- The boards, read by functions: to plan these statements for their parameters took as long as to read the rows. A function's
-- plan is made once per connection, for any parameters. It goes through a handful of rows from the ends of indexes, whatever
-- the planner expects of a limit that it does not know: hence its settings, and the constant limit, which is more than any
-- page needs. No coin is moved here.

-- A board of all time: the players after a mark, without the first `skipped`. Order: won, then today's stakes, then the older
-- account. A player on it is either among the first by (won, age), or played today and shares the lowest amount on it.
CREATE OR REPLACE FUNCTION board_of_all_time(
  mark_won bigint, mark_bids bigint, mark_id bigint, skipped bigint, max_rows bigint
) RETURNS TABLE (id bigint, avatar text, username text, won bigint, todays_bids bigint) ROWS 100
  LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan SET max_parallel_workers_per_gather = 0
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_material = off
  SET enable_hashagg = off AS $$
#variable_conflict use_column
DECLARE
  on_day date := (SELECT t.day FROM today t);
BEGIN
  RETURN QUERY
    WITH lower AS MATERIALIZED (
      SELECT * FROM (
        SELECT w.player_id, w.total_won AS won,
          CASE WHEN w.staked_on = on_day THEN w.staked_today ELSE 0 END AS bids
        FROM wallet w
        WHERE w.total_won < mark_won
          AND NOT EXISTS (SELECT FROM player p
            WHERE p.id = w.player_id AND (p.closed_at IS NOT NULL OR p.email IS NULL OR p.bot))
        ORDER BY w.total_won DESC, w.player_id LIMIT 10100
      ) first LIMIT skipped + max_rows
    ), candidates AS (
      SELECT * FROM lower
      UNION
      SELECT w.player_id, w.total_won, w.staked_today FROM wallet w JOIN player p ON p.id = w.player_id
      WHERE p.closed_at IS NULL AND p.email IS NOT NULL AND NOT p.bot
        AND w.staked_on = on_day AND w.total_won = (SELECT min(l.won) FROM lower l)
      UNION
      SELECT w.player_id, w.total_won, w.staked_today FROM wallet w JOIN player p ON p.id = w.player_id
      WHERE p.closed_at IS NULL AND p.email IS NOT NULL AND NOT p.bot
        AND w.staked_on = on_day AND w.total_won = mark_won AND w.staked_today > 0
        AND (w.staked_today, -w.player_id) < (mark_bids, -mark_id)
      UNION
      (SELECT w.player_id, w.total_won, 0 FROM wallet w JOIN player p ON p.id = w.player_id
        WHERE p.closed_at IS NULL AND p.email IS NOT NULL AND NOT p.bot AND w.total_won = mark_won
          -- Where the mark has no stakes of today either, older accounts are before it.
          AND w.player_id > CASE WHEN mark_bids = 0 THEN mark_id ELSE 0 END
          AND (w.staked_on <> on_day OR w.staked_today = 0)
        ORDER BY w.player_id LIMIT skipped + max_rows)
    ), page AS (
      SELECT * FROM candidates c ORDER BY c.won DESC, c.bids DESC, c.player_id OFFSET skipped LIMIT max_rows
    )
    SELECT p.id, p.avatar, p.username, c.won, c.bids FROM page c JOIN player p ON p.id = c.player_id
    ORDER BY c.won DESC, c.bids DESC, c.player_id;
END
$$;

-- The same of a day, a week or a month. Below those who won something in it are players without a win: those who played
-- today, then the oldest accounts.
CREATE OR REPLACE FUNCTION board_of_span(
  of_span "char", mark_won bigint, mark_bids bigint, mark_id bigint, skipped bigint, max_rows bigint
) RETURNS TABLE (id bigint, avatar text, username text, won bigint, todays_bids bigint) ROWS 100
  LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan SET max_parallel_workers_per_gather = 0
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_material = off
  SET enable_hashagg = off AS $$
#variable_conflict use_column
DECLARE
  on_day date := (SELECT t.day FROM today t);
  since_day date := CASE of_span WHEN 'w' THEN date_trunc('week', on_day)::date
    WHEN 'm' THEN date_trunc('month', on_day)::date ELSE on_day END;
BEGIN
  RETURN QUERY
    WITH winners AS MATERIALIZED (
      SELECT * FROM (
        SELECT s.player_id, s.won FROM standing s
        WHERE s.span = of_span AND s.since = since_day AND s.won < mark_won
          AND NOT EXISTS (SELECT FROM player p
            WHERE p.id = s.player_id AND (p.closed_at IS NOT NULL OR p.email IS NULL OR p.bot))
        ORDER BY s.won DESC, s.player_id LIMIT 10100
      ) first LIMIT skipped + max_rows
    ), lowest AS MATERIALIZED (
      SELECT CASE WHEN count(*) < skipped + max_rows THEN 0 ELSE min(m.won) END AS won FROM winners m
    ), candidates AS (
      SELECT * FROM winners
      UNION
      SELECT s.player_id, s.won FROM standing s JOIN player p ON p.id = s.player_id JOIN wallet w ON w.player_id = s.player_id
      WHERE p.closed_at IS NULL AND p.email IS NOT NULL AND NOT p.bot
        AND s.span = of_span AND s.since = since_day
        AND s.won = (SELECT l.won FROM lowest l) AND w.staked_on = on_day
      UNION
      SELECT s.player_id, s.won FROM standing s JOIN player p ON p.id = s.player_id JOIN wallet w ON w.player_id = s.player_id
      WHERE p.closed_at IS NULL AND p.email IS NOT NULL AND NOT p.bot
        AND s.span = of_span AND s.since = since_day AND s.won = mark_won
        AND (CASE WHEN w.staked_on = on_day THEN w.staked_today ELSE 0 END, -w.player_id) < (mark_bids, -mark_id)
      UNION
      SELECT r.player_id, 0 FROM (
        (SELECT w.player_id FROM wallet w JOIN player p ON p.id = w.player_id
          WHERE (SELECT l.won FROM lowest l) = 0
            AND p.closed_at IS NULL AND p.email IS NOT NULL AND NOT p.bot
            AND w.staked_on = on_day AND w.staked_today > 0
            AND (mark_won > 0 OR (w.staked_today, -w.player_id) < (mark_bids, -mark_id))
            AND NOT EXISTS (SELECT FROM standing s
              WHERE s.span = of_span AND s.since = since_day AND s.player_id = w.player_id)
          ORDER BY w.staked_today DESC, w.player_id LIMIT skipped + max_rows)
        UNION ALL
        (SELECT w.player_id FROM wallet w JOIN player p ON p.id = w.player_id
          WHERE (SELECT l.won FROM lowest l) = 0
            AND p.closed_at IS NULL AND p.email IS NOT NULL AND NOT p.bot
            AND (w.staked_on <> on_day OR w.staked_today = 0)
            AND w.player_id > CASE WHEN mark_won = 0 AND mark_bids = 0 THEN mark_id ELSE 0 END
            AND NOT EXISTS (SELECT FROM standing s
              WHERE s.span = of_span AND s.since = since_day AND s.player_id = w.player_id)
          ORDER BY w.player_id LIMIT skipped + max_rows)
      ) r
    ), page AS (
      SELECT c.player_id, c.won, CASE WHEN w.staked_on = on_day THEN w.staked_today ELSE 0 END AS bids
      FROM candidates c JOIN wallet w ON w.player_id = c.player_id
      ORDER BY c.won DESC, bids DESC, c.player_id OFFSET skipped LIMIT max_rows
    )
    SELECT p.id, p.avatar, p.username, c.won, c.bids FROM page c JOIN player p ON p.id = c.player_id
    ORDER BY c.won DESC, c.bids DESC, c.player_id;
END
$$;

-- How many players of a board are between a mark and a player. They are counted in parts, each through an index. Null as
-- soon as a part has more than `max_rows` rows (null: any number), so that no request costs more than another.
CREATE OR REPLACE FUNCTION count_between_of_all_time(
  on_day date, own_won bigint, own_bids bigint, own_id bigint, mark_won bigint, mark_bids bigint, mark_id bigint,
  max_rows bigint
) RETURNS bigint
  LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan SET max_parallel_workers_per_gather = 0
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_material = off AS $$
DECLARE
  -- A mark without stakes of today, who won as much: only older accounts are between.
  is_idle_mark boolean := mark_won = own_won AND mark_bids = 0;
  ahead bigint;
BEGIN
  -- Those who won more than the player, and less than the mark.
  IF (SELECT count(*) FROM (
      SELECT FROM wallet w WHERE w.total_won > own_won AND w.total_won < mark_won LIMIT max_rows + 1
    ) part) > max_rows THEN RETURN NULL; END IF;
  ahead := (SELECT count(*) FROM wallet w
    WHERE w.total_won > own_won AND w.total_won < mark_won
      AND NOT EXISTS (SELECT FROM player p
        WHERE p.id = w.player_id AND (p.closed_at IS NOT NULL OR p.email IS NULL OR p.bot)));

  -- Those who won as much as the mark, and are behind it.
  IF mark_won > own_won THEN
    IF (SELECT count(*) FROM (SELECT FROM wallet w WHERE w.total_won = mark_won LIMIT max_rows + 1) part) > max_rows
    THEN RETURN NULL; END IF;
    ahead := ahead + (SELECT count(*) FROM wallet w
      WHERE w.total_won = mark_won
        AND (CASE WHEN w.staked_on = on_day THEN w.staked_today ELSE 0 END, -w.player_id) < (mark_bids, -mark_id)
        AND NOT EXISTS (SELECT FROM player p
          WHERE p.id = w.player_id AND (p.closed_at IS NOT NULL OR p.email IS NULL OR p.bot)));
  END IF;

  -- Those who won as much as the player, and played today.
  IF NOT is_idle_mark THEN
    IF (SELECT count(*) FROM (
        SELECT FROM wallet w WHERE w.staked_on = on_day AND w.total_won = own_won LIMIT max_rows + 1
      ) part) > max_rows THEN RETURN NULL; END IF;
    ahead := ahead + (SELECT count(*) FROM wallet w
      WHERE w.staked_on = on_day AND w.total_won = own_won AND w.staked_today > 0
        AND (w.staked_today, -w.player_id) > (own_bids, -own_id)
        AND (mark_won <> own_won OR (w.staked_today, -w.player_id) < (mark_bids, -mark_id))
        AND NOT EXISTS (SELECT FROM player p
          WHERE p.id = w.player_id AND (p.closed_at IS NOT NULL OR p.email IS NULL OR p.bot)));
  END IF;

  -- Those who won as much as the player, did not play today either, and are older.
  IF own_bids = 0 THEN
    IF (SELECT count(*) FROM (
        SELECT FROM wallet w WHERE w.total_won = own_won AND w.player_id < own_id
          AND w.player_id > CASE WHEN is_idle_mark THEN mark_id ELSE 0 END
        LIMIT max_rows + 1
      ) part) > max_rows THEN RETURN NULL; END IF;
    ahead := ahead + (SELECT count(*) FROM wallet w
      WHERE w.total_won = own_won AND w.player_id < own_id
        AND w.player_id > CASE WHEN is_idle_mark THEN mark_id ELSE 0 END
        AND (w.staked_on <> on_day OR w.staked_today = 0)
        AND NOT EXISTS (SELECT FROM player p
          WHERE p.id = w.player_id AND (p.closed_at IS NOT NULL OR p.email IS NULL OR p.bot)));
  END IF;
  RETURN ahead;
END
$$;

-- The same of a day, a week or a month, on which players without a win have won 0.
CREATE OR REPLACE FUNCTION count_between_of_span(
  of_span "char", since_day date, on_day date, own_won bigint, own_bids bigint, own_id bigint, mark_won bigint,
  mark_bids bigint, mark_id bigint, max_rows bigint
) RETURNS bigint
  LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan SET max_parallel_workers_per_gather = 0
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_material = off AS $$
DECLARE
  is_idle_mark boolean := mark_won = own_won AND mark_bids = 0;
  ahead bigint;
BEGIN
  IF (SELECT count(*) FROM (
      SELECT FROM standing s WHERE s.span = of_span AND s.since = since_day AND s.won > own_won AND s.won < mark_won
      LIMIT max_rows + 1
    ) part) > max_rows THEN RETURN NULL; END IF;
  ahead := (SELECT count(*) FROM standing s
    WHERE s.span = of_span AND s.since = since_day AND s.won > own_won AND s.won < mark_won
      AND NOT EXISTS (SELECT FROM player p
        WHERE p.id = s.player_id AND (p.closed_at IS NOT NULL OR p.email IS NULL OR p.bot)));

  IF mark_won > own_won THEN
    IF (SELECT count(*) FROM (
        SELECT FROM standing s WHERE s.span = of_span AND s.since = since_day AND s.won = mark_won LIMIT max_rows + 1
      ) part) > max_rows THEN RETURN NULL; END IF;
    ahead := ahead + (SELECT count(*) FROM standing s JOIN wallet w ON w.player_id = s.player_id
      WHERE s.span = of_span AND s.since = since_day AND s.won = mark_won
        AND (CASE WHEN w.staked_on = on_day THEN w.staked_today ELSE 0 END, -w.player_id) < (mark_bids, -mark_id)
        AND NOT EXISTS (SELECT FROM player p
          WHERE p.id = w.player_id AND (p.closed_at IS NOT NULL OR p.email IS NULL OR p.bot)));
  END IF;

  IF own_won > 0 THEN
    IF (SELECT count(*) FROM (
        SELECT FROM standing s WHERE s.span = of_span AND s.since = since_day AND s.won = own_won LIMIT max_rows + 1
      ) part) > max_rows THEN RETURN NULL; END IF;
    RETURN ahead + (SELECT count(*) FROM standing s JOIN wallet w ON w.player_id = s.player_id
      WHERE s.span = of_span AND s.since = since_day AND s.won = own_won
        AND (CASE WHEN w.staked_on = on_day THEN w.staked_today ELSE 0 END, -w.player_id) > (own_bids, -own_id)
        AND (mark_won <> own_won
          OR (CASE WHEN w.staked_on = on_day THEN w.staked_today ELSE 0 END, -w.player_id) < (mark_bids, -mark_id))
        AND NOT EXISTS (SELECT FROM player p
          WHERE p.id = w.player_id AND (p.closed_at IS NOT NULL OR p.email IS NULL OR p.bot)));
  END IF;

  IF NOT is_idle_mark THEN
    IF (SELECT count(*) FROM (SELECT FROM wallet w WHERE w.staked_on = on_day LIMIT max_rows + 1) part) > max_rows
    THEN RETURN NULL; END IF;
    ahead := ahead + (SELECT count(*) FROM wallet w
      WHERE w.staked_on = on_day AND w.staked_today > 0
        AND (w.staked_today, -w.player_id) > (own_bids, -own_id)
        AND (mark_won > 0 OR (w.staked_today, -w.player_id) < (mark_bids, -mark_id))
        AND NOT EXISTS (SELECT FROM standing s
          WHERE s.span = of_span AND s.since = since_day AND s.player_id = w.player_id)
        AND NOT EXISTS (SELECT FROM player p
          WHERE p.id = w.player_id AND (p.closed_at IS NOT NULL OR p.email IS NULL OR p.bot)));
  END IF;

  IF own_bids = 0 THEN
    IF (SELECT count(*) FROM (
        SELECT FROM wallet w WHERE w.player_id < own_id AND w.player_id > CASE WHEN is_idle_mark THEN mark_id ELSE 0 END
        LIMIT max_rows + 1
      ) part) > max_rows THEN RETURN NULL; END IF;
    ahead := ahead + (SELECT count(*) FROM wallet w
      WHERE w.player_id < own_id AND w.player_id > CASE WHEN is_idle_mark THEN mark_id ELSE 0 END
        AND (w.staked_on <> on_day OR w.staked_today = 0)
        AND NOT EXISTS (SELECT FROM standing s
          WHERE s.span = of_span AND s.since = since_day AND s.player_id = w.player_id)
        AND NOT EXISTS (SELECT FROM player p
          WHERE p.id = w.player_id AND (p.closed_at IS NOT NULL OR p.email IS NULL OR p.bot)));
  END IF;
  RETURN ahead;
END
$$;
