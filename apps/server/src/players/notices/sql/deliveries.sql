-- The queue of push messages and mails.

-- @statement queueMail
-- A mail whose first try failed. No row where its account was closed in the meantime.
-- @nullable player_id
WITH {{openPlayer}},
  queued AS (
    INSERT INTO queued_mail (player_id, message_id, sealed, good_until)
    SELECT :player_id, :message_id, :sealed, clock_timestamp() + make_interval(secs => :good_for_seconds)
    WHERE :player_id::bigint IS NULL OR EXISTS (SELECT FROM open_player)
    RETURNING id
  )
INSERT INTO notice_delivery (channel, mail_id, tries, next_try_at)
SELECT 'mail', id, 1, clock_timestamp() + interval '1 minute' FROM queued RETURNING id;

-- @statement countDueMails
-- Up to a limit.
SELECT count(*) AS due FROM (
  SELECT FROM notice_delivery
  WHERE state = 'queued' AND channel = 'mail' AND notice_id IS NOT NULL
    AND next_try_at <= clock_timestamp() LIMIT :max_rows
) d;

-- @fragment claimed
-- Expects CTE `due (id)`. The next try is planned before this one is made, so that a process that is killed
-- leaves them to be tried again.
  claimed AS (
    UPDATE notice_delivery d SET tries = d.tries + 1,
      next_try_at = clock_timestamp() + least(interval '1 minute' * 3 ^ d.tries, interval '12 hours')
    FROM due WHERE d.id = due.id
    RETURNING d.id, d.notice_id, d.channel, d.subscription_id, d.mail_id, d.tries
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
-- Mails that are due, the oldest first, each for one try.
WITH lease AS MATERIALIZED (SELECT epoch FROM held_lease(:epoch)),
  due AS MATERIALIZED (
    SELECT d.id FROM lease, notice_delivery d
    WHERE d.state = 'queued' AND d.channel = 'mail' AND d.notice_id IS NOT NULL AND d.next_try_at <= clock_timestamp()
    ORDER BY d.next_try_at LIMIT :max_mails FOR NO KEY UPDATE OF d SKIP LOCKED
  ),
  {{claimed}}
{{described}};

-- @statement claimQueuedMails
-- Takes mails that somebody asked for and that are due, the oldest first, each for one try. Without a mail where it
-- was erased.
WITH lease AS MATERIALIZED (SELECT epoch FROM held_lease(:epoch)),
  due AS MATERIALIZED (
    SELECT d.id FROM lease, notice_delivery d
    WHERE d.state = 'queued' AND d.channel = 'mail' AND d.notice_id IS NULL AND d.next_try_at <= clock_timestamp()
    ORDER BY d.next_try_at LIMIT :max_mails FOR NO KEY UPDATE OF d SKIP LOCKED
  ),
  {{claimed}}
SELECT c.id, c.channel, c.tries, q.message_id, q.sealed, q.good_until > clock_timestamp() AS is_good
FROM claimed c LEFT JOIN queued_mail q ON q.id = c.mail_id;

-- @statement readDuePushes
-- Pushes that are due, the oldest first, for hosts that are among the known ones or for the others.
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
-- Where the state stays `queued`, it is tried again. The text of a mail that is done with is erased.
-- @nullable errors[]
WITH recorded AS (
  UPDATE notice_delivery d SET state = r.state::notice_delivery_state, last_error = r.error
  FROM unnest(:ids::bigint[], :states::text[], :errors::text[]) AS r (id, state, error)
  WHERE d.id = r.id AND d.state = 'queued'
  RETURNING d.mail_id, d.state
)
DELETE FROM queued_mail q USING recorded r WHERE q.id = r.mail_id AND r.state <> 'queued';

-- @statement deleteSubscriptions
-- Browsers that the push service does not know any more.
DELETE FROM push_subscription WHERE id = ANY(:ids);

-- @statement countQueued
SELECT channel, count(*) AS waiting, min(created_at) AS oldest FROM notice_delivery WHERE state = 'queued'
GROUP BY channel;
