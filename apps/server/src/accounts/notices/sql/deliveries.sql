-- The queue of push messages and mails.

-- @statement countDueMails
-- Up to a limit.
SELECT count(*) AS due FROM (
  SELECT FROM notice_delivery
  WHERE state = 'queued' AND channel = 'mail' AND next_try_at <= clock_timestamp() LIMIT :max_rows
) d;

-- @statement claimDeliveries
-- Those that are due, the oldest first, each for one try. Mails have a limit of their own, so that push messages do not wait
-- for the mail server. The next try is planned before this one is made, so that a process that is killed leaves them to be
-- tried again.
WITH lease AS MATERIALIZED (SELECT epoch FROM held_lease(:epoch)),
  due_mail AS MATERIALIZED (
    SELECT d.id FROM lease, notice_delivery d
    WHERE d.state = 'queued' AND d.channel = 'mail' AND d.next_try_at <= clock_timestamp()
    ORDER BY d.next_try_at LIMIT :max_mails FOR NO KEY UPDATE OF d SKIP LOCKED
  ),
  due_push AS MATERIALIZED (
    SELECT d.id FROM lease, notice_delivery d
    WHERE d.state = 'queued' AND d.channel <> 'mail' AND d.next_try_at <= clock_timestamp()
    ORDER BY d.next_try_at LIMIT :max_rows FOR NO KEY UPDATE OF d SKIP LOCKED
  ),
  due AS (SELECT id FROM due_mail UNION ALL SELECT id FROM due_push),
  claimed AS (
    UPDATE notice_delivery d SET tries = d.tries + 1,
      next_try_at = clock_timestamp() + least(interval '1 minute' * 3 ^ d.tries, interval '12 hours')
    FROM due WHERE d.id = due.id
    RETURNING d.id, d.notice_id, d.channel, d.subscription_id, d.tries
  )
SELECT c.id, c.channel, c.tries, c.subscription_id, n.id AS notice_id, n.player_id, n.kind, n.data::text AS data,
  n.created_at, p.username, CASE WHEN p.email_confirmed_at IS NOT NULL THEN p.email END AS email,
  EXISTS (SELECT FROM mail_bounce b WHERE b.address = lower(p.email) AND b.kind <> 'soft') AS comes_back,
  CASE c.channel WHEN 'push' THEN coalesce(s.push, false) ELSE coalesce(s.mail, false) END AS is_wanted,
  u.endpoint, u.p256dh, u.auth, coalesce(u.language, s.language, 'en') AS language
FROM claimed c JOIN notice n ON n.id = c.notice_id JOIN player p ON p.id = n.player_id
LEFT JOIN push_subscription u ON u.id = c.subscription_id
LEFT JOIN notice_setting s ON s.player_id = n.player_id AND s.kind = n.kind;

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
