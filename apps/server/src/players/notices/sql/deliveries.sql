-- The queue of push messages and mails.

-- @statement countDueMails
-- Up to a limit.
SELECT count(*) AS due FROM (
  SELECT FROM notice_delivery
  WHERE state = 'queued' AND channel = 'mail' AND next_try_at <= clock_timestamp() LIMIT :max_rows
) d;

-- @fragment claimed
-- Expects CTE `due (id)`. The next try is planned before this one is made, so that a process that is killed leaves them to be
-- tried again.
  claimed AS (
    UPDATE notice_delivery d SET tries = d.tries + 1,
      next_try_at = clock_timestamp() + least(interval '1 minute' * 3 ^ d.tries, interval '12 hours')
    FROM due WHERE d.id = due.id
    RETURNING d.id, d.notice_id, d.channel, d.subscription_id, d.tries
  )

-- @fragment described
SELECT c.id, c.channel, c.tries, c.subscription_id, n.id AS notice_id, n.player_id, n.kind, n.data::text AS data,
  n.created_at, p.username, CASE WHEN p.email_confirmed_at IS NOT NULL THEN p.email END AS email,
  CASE c.channel WHEN 'push' THEN coalesce(s.push, false) ELSE coalesce(s.mail, false) END AS is_wanted,
  u.endpoint, u.p256dh, u.auth, coalesce(u.language, s.language, 'en') AS language
FROM claimed c JOIN notice n ON n.id = c.notice_id JOIN player p ON p.id = n.player_id
LEFT JOIN push_subscription u ON u.id = c.subscription_id
LEFT JOIN notice_setting s ON s.player_id = n.player_id AND s.kind = n.kind

-- @statement claimMails
-- Those that are due, the oldest first, each for one try.
WITH lease AS MATERIALIZED (SELECT epoch FROM held_lease(:epoch)),
  due AS MATERIALIZED (
    SELECT d.id FROM lease, notice_delivery d
    WHERE d.state = 'queued' AND d.channel = 'mail' AND d.next_try_at <= clock_timestamp()
    ORDER BY d.next_try_at LIMIT :max_mails FOR NO KEY UPDATE OF d SKIP LOCKED
  ),
  {{claimed}}
{{described}};

-- @statement readDuePushes
-- Those that are due, the oldest first, for hosts that are among the known ones or for the others.
SELECT d.id, n.player_id, split_part(u.endpoint, '/', 3) AS host
FROM notice_delivery d JOIN notice n ON n.id = d.notice_id JOIN push_subscription u ON u.id = d.subscription_id
WHERE d.state = 'queued' AND d.channel = 'push' AND d.next_try_at <= clock_timestamp()
  AND (split_part(u.endpoint, '/', 3) = ANY (:known_hosts::text[])) = :is_known::boolean
ORDER BY d.next_try_at LIMIT :max_rows;

-- @statement claimPushes
-- Each for one try; those that another process claimed in the meantime are left out.
WITH lease AS MATERIALIZED (SELECT epoch FROM held_lease(:epoch)),
  due AS MATERIALIZED (
    SELECT d.id FROM lease, notice_delivery d
    WHERE d.id = ANY (:ids::bigint[]) AND d.state = 'queued' AND d.next_try_at <= clock_timestamp()
    FOR NO KEY UPDATE OF d SKIP LOCKED
  ),
  {{claimed}}
{{described}};

-- @statement postponePushes
-- All that wait for a host that does not answer. It is no try.
WITH lease AS MATERIALIZED (SELECT epoch FROM held_lease(:epoch))
UPDATE notice_delivery d SET next_try_at = clock_timestamp() + :wait_ms::integer * interval '1 ms'
FROM lease, push_subscription u
WHERE u.id = d.subscription_id AND split_part(u.endpoint, '/', 3) = :host AND d.state = 'queued'
  AND d.next_try_at < clock_timestamp() + :wait_ms::integer * interval '1 ms';

-- @statement recordDeliveries
-- Where the state stays `queued`, it is tried again.
-- @nullable errors[]
UPDATE notice_delivery d SET state = r.state::notice_delivery_state, last_error = r.error
FROM unnest(:ids::bigint[], :states::text[], :errors::text[]) AS r (id, state, error)
WHERE d.id = r.id AND d.state = 'queued';

-- @statement deleteSubscriptions
-- Browsers that the push service does not know any more.
DELETE FROM push_subscription WHERE id = ANY(:ids);

-- @statement countQueued
SELECT channel, count(*) AS waiting, min(created_at) AS oldest FROM notice_delivery WHERE state = 'queued' GROUP BY channel;
