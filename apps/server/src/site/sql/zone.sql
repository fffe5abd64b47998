-- @statement setSiteZone
-- The zone in which the view `today` reads the site's day. A day that players may have used stays until the
-- new zone is past it.
UPDATE site_zone z SET name = :zone,
  first_day = CASE WHEN used.is_used THEN t.day END,
  first_day_began = CASE
    WHEN NOT used.is_used THEN NULL
    WHEN t.day = z.first_day THEN z.first_day_began
    ELSE day_begins_at(t.day, z.name)
  END
FROM today t, (SELECT EXISTS (SELECT FROM player) AS is_used) used
WHERE z.id = 1 AND z.name <> :zone;

-- @statement readOffsets
-- By how much the zone's clock is ahead of UTC: at the first moment, and from each change on.
WITH hours AS (
  SELECT h.at, lag(h.at) OVER (ORDER BY h.at) AS before,
    h.at AT TIME ZONE :zone - h.at AT TIME ZONE 'UTC' AS ahead,
    lag(h.at AT TIME ZONE :zone - h.at AT TIME ZONE 'UTC') OVER (ORDER BY h.at) AS ahead_before
  FROM generate_series(date_trunc('hour', :since::timestamptz), :until::timestamptz, interval '6 hours') AS h (at)
)
SELECT h.at AS "at!", (extract(epoch FROM h.ahead) * 1000)::float8 AS ahead_ms FROM hours h WHERE h.before IS NULL
UNION ALL
SELECT m.at, (extract(epoch FROM h.ahead) * 1000)::float8 FROM hours h CROSS JOIN LATERAL (
  SELECT min(s.at) AS at FROM generate_series(h.before, h.at, interval '1 minute') AS s (at)
  WHERE s.at AT TIME ZONE :zone - s.at AT TIME ZONE 'UTC' = h.ahead
) m WHERE h.ahead <> h.ahead_before
ORDER BY 1;
