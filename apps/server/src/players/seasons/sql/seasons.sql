-- Seasons: the boards of months that are over, with the names of that time.

-- @fragment monthText
to_char(s.month, 'YYYY-MM')

-- @statement endSeason
-- Stores the first hundred of the oldest month that is over and not stored, and notifies them.
WITH lease AS MATERIALIZED (SELECT epoch FROM held_lease(:epoch)),
due AS MATERIALIZED (
  SELECT m.month::date AS month
  FROM lease CROSS JOIN ended_month e CROSS JOIN LATERAL generate_series(
    coalesce(
      (SELECT max(s.month) + interval '1 month' FROM season s),
      (SELECT min(t.since) FROM standing t WHERE t.span = 'm')),
    e.month::timestamp,
    interval '1 month') AS m (month)
  ORDER BY 1 LIMIT 1
),
ended AS (
  INSERT INTO season (month, winners)
  SELECT d.month, (
    SELECT count(*) FROM standing t JOIN player p ON p.id = t.player_id
    WHERE t.span = 'm' AND t.since = d.month AND NOT EXISTS (SELECT FROM unranked_player u WHERE u.id = p.id))
  FROM due d ON CONFLICT (month) DO NOTHING RETURNING month
),
first AS MATERIALIZED (
  SELECT r.player_id, r.won FROM standing r JOIN player q ON q.id = r.player_id
  WHERE r.span = 'm' AND r.since = (SELECT month FROM ended)
    AND NOT EXISTS (SELECT FROM unranked_player u WHERE u.id = q.id)
  ORDER BY r.won DESC, r.player_id LIMIT 100
),
places AS (
  INSERT INTO season_place (month, place, player_id, won)
  SELECT e.month, row_number() OVER (ORDER BY f.won DESC, f.player_id), f.player_id, f.won
  FROM ended e CROSS JOIN first f
  RETURNING month, place, player_id
),
notified AS MATERIALIZED (
  SELECT c.player_id FROM (
    SELECT array_agg(s.player_id) AS players, array_agg({{monthText}}) AS sources,
      array_agg(json_build_object('season', {{monthText}}, 'rank', s.place)::text) AS details
    FROM places s
  ) g CROSS JOIN LATERAL create_notices('seasonEnded', true, g.players, g.sources, g.details) AS c (player_id)
)
SELECT {{monthText}} AS month, ARRAY(SELECT player_id FROM notified) AS notified FROM ended s;

-- @statement findCurrentSeason
-- The running month, and the moment when it ends.
SELECT {{monthText}} AS month, day_begins_at((s.month + interval '1 month')::date, z.name) AS "ends_at!"
FROM site_zone z CROSS JOIN LATERAL (SELECT date_trunc('month', t.day::timestamp) AS month FROM today t) s
WHERE z.id = 1;

-- @statement listSeasons
-- A name that is stored would be that of somebody else once it may be taken again.
SELECT {{monthText}} AS month, s.winners, f.player_id, p.username, p.avatar, f.won
FROM season s LEFT JOIN season_place f ON f.month = s.month AND f.place = 1
LEFT JOIN player p ON p.id = f.player_id AND p.closed_at IS NULL
ORDER BY s.month DESC LIMIT :max_rows::bigint;

-- @statement findSeason
SELECT s.month FROM season s WHERE s.month = (:month::text || '-01')::date;

-- @statement readPlaces
-- No name and no picture of a player whose account was closed.
SELECT f.place, f.player_id, p.username, p.avatar, f.won
FROM season_place f LEFT JOIN player p ON p.id = f.player_id AND p.closed_at IS NULL
WHERE f.month = (:month::text || '-01')::date ORDER BY f.place;
