-- The day of the site, in the zone that the running site has set.

CREATE OR REPLACE FUNCTION day_in_zone(at timestamptz, zone text) RETURNS date IMMUTABLE PARALLEL SAFE LANGUAGE sql
  RETURN (at AT TIME ZONE zone)::date;

-- One row. The key tells the planner so: of a table that was never analyzed it expects more than a thousand.
CREATE OR REPLACE VIEW today AS
SELECT day_in_zone(clock_timestamp(), z.name) AS day FROM site_zone z WHERE z.id = 1;

-- For expressions that seldom need the day: a subquery would be prepared by each statement.
CREATE OR REPLACE FUNCTION site_day() RETURNS date STABLE LANGUAGE plpgsql AS $$
BEGIN
  RETURN (SELECT t.day FROM public.today t);
END $$;

-- The newest month that is over. The site has been in the next one for a minute, so that wins which were being paid at
-- midnight are committed.
CREATE OR REPLACE VIEW ended_month AS
SELECT (date_trunc('month', day_in_zone(clock_timestamp() - interval '1 minute', z.name)) - interval '1 month')::date AS month
FROM site_zone z WHERE z.id = 1;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'fairground_app') THEN
    REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON today, ended_month FROM fairground_app;
  END IF;
END $$;
