-- Days of the site.

-- @statement findDays
-- The first and the last of so many days, which end today.
SELECT (t.day - (:days::integer - 1))::text AS first_day, t.day::text AS last_day FROM today t;
