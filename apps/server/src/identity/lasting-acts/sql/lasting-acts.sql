-- What of an account is kept in a file outside of the database, so that it outlives a restore.

-- @fragment account
-- `confirmed_email` is null where the address was never confirmed; `created_us` is in microseconds since 1970.
SELECT p.id, (extract(epoch FROM p.created_at) * 1000000)::bigint::text AS created_us,
  CASE WHEN p.email_confirmed_at IS NOT NULL THEN p.email END AS confirmed_email,
  p.closed_at IS NOT NULL AS is_closed, w.daily_stake_limit,
  CASE WHEN w.break_until > clock_timestamp() THEN w.break_until END AS break_until,
  CASE WHEN is_suspended(p.suspended_at, p.suspended_until) THEN p.suspended_at END AS suspended_at,
  p.suspended_until, clock_timestamp() AS now
FROM player p JOIN wallet w ON w.player_id = p.id

-- @statement findAccounts
{{account}} WHERE p.id = ANY (:player_ids) ORDER BY p.id;

-- @statement listClosedAccounts
{{account}} WHERE p.closed_at IS NOT NULL AND p.id > :after ORDER BY p.id LIMIT :max_rows;

-- @statement listOpenAccounts
{{account}} WHERE p.closed_at IS NULL AND p.id > :after ORDER BY p.id LIMIT :max_rows;

-- @statement listRestrictedAccounts
-- Finds players on a break, and suspended ones.
{{account}} WHERE p.closed_at IS NULL AND p.id > :after AND p.id IN (
  SELECT b.player_id FROM play_break b WHERE b.ends_at > clock_timestamp()
  UNION SELECT s.id FROM player s WHERE s.suspended_at IS NOT NULL)
ORDER BY p.id LIMIT :max_rows;

-- @statement dropEarlierPlan
-- A looser limit that was planned before the stricter one was set.
DELETE FROM limit_change
WHERE player_id = :player_id AND effective_at < :at::timestamptz + interval '24 hours';

-- @statement retainMailboxBreak
-- The later end counts.
INSERT INTO closed_break AS c (mailbox_hash, ends_at) SELECT :mailbox_hash, :until
WHERE :until::timestamptz > clock_timestamp()
ON CONFLICT (mailbox_hash) DO UPDATE SET ends_at = greatest(c.ends_at, excluded.ends_at)
RETURNING mailbox_hash;

-- @statement noteFile
INSERT INTO lasting_acts_file (id, host, path) VALUES (:id::text::uuid, :host, :path)
ON CONFLICT (id) DO UPDATE SET host = excluded.host, path = excluded.path, seen_at = clock_timestamp();

-- @statement listFiles
-- Finds accounts that were in use in the month before the database went back in time.
SELECT id::text AS id, host, path FROM lasting_acts_file
WHERE seen_at > (SELECT max(seen_at) FROM lasting_acts_file) - interval '30 days' ORDER BY host, path;
