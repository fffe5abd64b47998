-- Newsletter subscribers, and requests to become one.

-- @statement isSubscriber
SELECT EXISTS (
  SELECT FROM newsletter_subscriber
  WHERE email_key = lower(:email::text COLLATE "C") AND confirmed_at IS NOT NULL
) AS is_subscriber;

-- @statement requestSubscription
-- Stores a request to subscribe. No row where the address is confirmed already.
-- @nullable language
INSERT INTO newsletter_subscriber AS n (email, confirm_hash, confirm_until, unsubscribe_token, language)
VALUES (:email, :confirm_hash, clock_timestamp() + make_interval(secs => :lasts_seconds), :unsubscribe_token, :language)
ON CONFLICT (email_key) DO UPDATE SET confirm_hash = excluded.confirm_hash, confirm_until = excluded.confirm_until,
  language = coalesce(excluded.language, n.language)
WHERE n.confirmed_at IS NULL RETURNING n.id;

-- @statement confirmSubscription
-- No row where there is no such request, or it is too old.
UPDATE newsletter_subscriber SET confirmed_at = clock_timestamp(), confirm_hash = NULL, confirm_until = NULL
WHERE confirm_hash = :confirm_hash AND confirm_until > clock_timestamp() RETURNING email, unsubscribe_token;

-- @statement unsubscribe
-- Erases the address.
DELETE FROM newsletter_subscriber WHERE unsubscribe_token = :token RETURNING id;

-- @statement listSubscribers
-- Confirmed ones. English where the page stated no language.
SELECT email, coalesce(language, 'en') AS language, confirmed_at AS "confirmed_at!", unsubscribe_token
FROM newsletter_subscriber WHERE confirmed_at IS NOT NULL ORDER BY id;

-- @statement countSubscribers
-- Confirmed ones.
SELECT count(*) AS confirmed, count(*) FILTER (WHERE language = 'es') AS spanish
FROM newsletter_subscriber WHERE confirmed_at IS NOT NULL;

-- @statement deleteOldRequests
-- Requests that were never confirmed.
DELETE FROM newsletter_subscriber WHERE confirm_until <= clock_timestamp();
