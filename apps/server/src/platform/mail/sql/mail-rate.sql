-- The rate of mails, which all processes share: a row that moves ahead by an interval with each mail.

-- @statement reserveMails
-- Counts as many of `wanted` mails as may be sent now, without running ahead of the rate by more than `burst` of them.
-- The wait is the time until there is room for one.
WITH rate AS MATERIALIZED (
    SELECT greatest(used_until, clock_timestamp()) AS used_until, clock_timestamp() AS now
    FROM mail_rate WHERE id = 1 FOR NO KEY UPDATE
  ), room AS MATERIALIZED (
    SELECT r.used_until, r.now, greatest(0, least(:wanted::int, floor(
      :burst::int - extract(epoch FROM r.used_until - r.now) / :interval_seconds::float8)))::int AS granted
    FROM rate r
  )
UPDATE mail_rate m SET used_until = r.used_until + make_interval(secs => r.granted * :interval_seconds::float8)
FROM room r WHERE m.id = 1
RETURNING r.granted, greatest(0, extract(epoch FROM r.used_until - r.now)
  - (:burst::int - 1) * :interval_seconds::float8)::float8 AS wait_seconds;

-- @statement countMail
-- One that does not wait. These postpone others by a minute at most, however many they are.
UPDATE mail_rate SET used_until = least(
  greatest(used_until, clock_timestamp()) + make_interval(secs => :interval_seconds::float8),
  clock_timestamp() + make_interval(secs => :max_ahead_seconds::float8))
WHERE id = 1;
