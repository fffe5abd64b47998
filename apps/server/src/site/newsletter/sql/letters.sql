-- Letters that are being sent.

-- @statement isSending
SELECT EXISTS (SELECT FROM letter WHERE state = 'sending') AS is_sending;

-- @statement queueDeliveries
-- The next subscribers of a letter that is being sent. Those who unsubscribed in the meantime are not there any more. No row
-- where all of them were queued.
WITH lease AS MATERIALIZED (SELECT epoch FROM held_lease(:epoch)),
  sending AS MATERIALIZED (
    SELECT l.id, l.queued_through, l.last_subscriber, l.started_at FROM lease, letter l
    WHERE l.state = 'sending' AND l.queued_through < l.last_subscriber ORDER BY l.id LIMIT 1 FOR NO KEY UPDATE OF l
  ),
  next AS MATERIALIZED (
    SELECT s.id FROM sending l JOIN newsletter_subscriber s
      ON s.id > l.queued_through AND s.id <= l.last_subscriber AND s.confirmed_at <= l.started_at
    ORDER BY s.id LIMIT :max_rows FOR KEY SHARE OF s
  ),
  added AS (
    INSERT INTO letter_delivery (letter_id, subscriber_id) SELECT l.id, n.id FROM sending l, next n
    ON CONFLICT (letter_id, subscriber_id) DO NOTHING
  )
UPDATE letter l SET queued_through = coalesce((SELECT max(n.id) FROM next n), l.last_subscriber)
FROM sending WHERE l.id = sending.id RETURNING l.id;

-- @statement countDue
-- Of letters that are being sent, up to a limit.
SELECT count(*) AS due FROM (
  SELECT FROM letter_delivery d JOIN letter l ON l.id = d.letter_id
  WHERE d.state = 'queued' AND d.next_try_at <= clock_timestamp() AND l.state = 'sending' LIMIT :max_rows
) d;

-- @statement readQueue
-- What is watched: letters that are being sent, what of them waits in the queue, and since when the oldest of it is due.
SELECT (SELECT count(*) FROM letter WHERE state = 'sending') AS sending, count(d.id) AS waiting,
  min(d.next_try_at) FILTER (WHERE d.next_try_at <= clock_timestamp()) AS due_since
FROM letter_delivery d JOIN letter l ON l.id = d.letter_id WHERE d.state = 'queued' AND l.state = 'sending';

-- @statement claimDeliveries
-- Those that are due, each for one try. The next one is planned before this one is made, so that a process that is killed
-- leaves them to be tried again.
WITH lease AS MATERIALIZED (SELECT epoch FROM held_lease(:epoch)),
  due AS MATERIALIZED (
    SELECT d.id FROM lease, letter_delivery d JOIN letter l ON l.id = d.letter_id
    WHERE d.state = 'queued' AND d.next_try_at <= clock_timestamp() AND l.state = 'sending'
    ORDER BY d.next_try_at, d.id LIMIT :max_rows FOR NO KEY UPDATE OF d SKIP LOCKED
  )
UPDATE letter_delivery d SET tries = d.tries + 1,
  next_try_at = clock_timestamp() + least(interval '1 minute' * 3 ^ d.tries, interval '12 hours')
FROM due WHERE d.id = due.id RETURNING d.id, d.letter_id, d.tries;

-- @statement findRecipient
-- Read before each mail: `is_sending` is false where the letter was stopped, and no row is returned where another process has
-- claimed the delivery. The address is null for those who unsubscribed, or whose mails come back.
SELECT s.email, s.unsubscribe_token, s.language, l.state = 'sending' AS is_sending
FROM letter_delivery d JOIN letter l ON l.id = d.letter_id
LEFT JOIN newsletter_subscriber s ON s.id = d.subscriber_id AND s.confirmed_at IS NOT NULL
  AND NOT EXISTS (SELECT FROM mail_bounce b WHERE b.address = lower(s.email) AND b.kind <> 'soft')
WHERE d.id = :id AND d.state = 'queued' AND d.tries = :tries;

-- @statement recordDelivery
-- Where the state stays `queued`, it is tried again.
-- @nullable error
UPDATE letter_delivery SET state = :state::text::letter_delivery_state, last_error = :error
WHERE id = :id AND state = 'queued' AND tries = :tries;

-- @statement releaseDelivery
-- Of a letter that was stopped before the try was made.
UPDATE letter_delivery SET tries = tries - 1, next_try_at = clock_timestamp()
WHERE id = :id AND state = 'queued' AND tries = :tries;

-- @statement readLetter
SELECT letter::text AS letter FROM letter WHERE id = :id;

-- @statement finishLetters
-- Those of which nothing waits.
WITH lease AS MATERIALIZED (SELECT epoch FROM held_lease(:epoch))
UPDATE letter l SET state = 'sent', finished_at = clock_timestamp() FROM lease
WHERE l.state = 'sending' AND l.queued_through >= l.last_subscriber
  AND NOT EXISTS (SELECT FROM letter_delivery d WHERE d.letter_id = l.id AND d.state = 'queued')
RETURNING l.id;
