-- Addresses whose mails come back.

-- @statement recordBounce
-- No row where nobody has the address, it was confirmed since, or the report is not news. The locks let an account or a
-- subscription that ends at the same time erase the mark too.
-- @nullable message_id
WITH account AS MATERIALIZED (
    SELECT email_confirmed_at AS confirmed_at FROM player
    WHERE lower(email) = lower(:address) AND closed_at IS NULL FOR SHARE
  ), subscription AS MATERIALIZED (
    SELECT confirmed_at FROM newsletter_subscriber WHERE lower(email) = lower(:address) FOR SHARE
  ), owner AS (SELECT confirmed_at FROM account UNION ALL SELECT confirmed_at FROM subscription)
INSERT INTO mail_bounce AS b (address, kind, bounced_at, message_id)
SELECT lower(:address), :kind::text::mail_bounce_kind, :at::timestamptz, :message_id
WHERE EXISTS (SELECT FROM owner) AND NOT EXISTS (SELECT FROM owner o WHERE o.confirmed_at >= :at::timestamptz)
ON CONFLICT (address) DO UPDATE SET kind = greatest(b.kind, excluded.kind),
  bounced_at = greatest(b.bounced_at, excluded.bounced_at), recorded_at = clock_timestamp(), message_id = excluded.message_id
WHERE b.kind < excluded.kind OR b.bounced_at < excluded.bounced_at
RETURNING kind;
