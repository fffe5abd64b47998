-- The day of the site, in the zone that the running site has set. The database alone decides it: the program
-- has another table of zones.

CREATE OR REPLACE FUNCTION day_in_zone(at timestamptz, zone text) RETURNS date IMMUTABLE PARALLEL SAFE LANGUAGE sql
  RETURN (at AT TIME ZONE zone)::date;

-- The first moment of a day. AT TIME ZONE alone gives the second one where midnight is there twice; the
-- offset of hours before gives the other.
CREATE OR REPLACE FUNCTION day_begins_at(day date, zone text) RETURNS timestamptz IMMUTABLE PARALLEL SAFE LANGUAGE sql
  RETURN (
    SELECT CASE WHEN other.at < usual.at AND other.at AT TIME ZONE zone = day::timestamp THEN other.at ELSE usual.at END
    FROM (SELECT day::timestamp AT TIME ZONE zone AS at) usual
    CROSS JOIN LATERAL (SELECT usual.at - interval '6 hours' AS at) before
    CROSS JOIN LATERAL (
      SELECT (day::timestamp - (before.at AT TIME ZONE zone - before.at AT TIME ZONE 'UTC')) AT TIME ZONE 'UTC' AS at
    ) other
  );

-- A day that was used is never used again: after a change of the zone the day stays the one that it was until
-- the new zone has reached it. One row. The key tells the planner so: of a table that was never analyzed it expects
-- more than a thousand.
CREATE OR REPLACE VIEW today AS
SELECT greatest(day_in_zone(clock_timestamp(), z.name), z.first_day) AS day FROM site_zone z WHERE z.id = 1;

-- When the site's day ends.
CREATE OR REPLACE VIEW tomorrow AS
SELECT day_begins_at(t.day + 1, z.name) AS begins_at FROM today t CROSS JOIN site_zone z WHERE z.id = 1;

-- For expressions that seldom need the day: a subquery would be prepared by each statement.
CREATE OR REPLACE FUNCTION site_day() RETURNS date STABLE LANGUAGE plpgsql AS $$
BEGIN
  RETURN (SELECT t.day FROM public.today t);
END $$;

-- The newest month that is over. The site has been in the next one for a minute, so that wins which were being paid at
-- midnight are committed.
CREATE OR REPLACE VIEW ended_month AS
SELECT (date_trunc('month', greatest(day_in_zone(clock_timestamp() - interval '1 minute', z.name), z.first_day))
  - interval '1 month')::date AS month
FROM site_zone z WHERE z.id = 1;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'fairground_app') THEN
    REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON today, tomorrow, ended_month FROM fairground_app;
  END IF;
END $$;
