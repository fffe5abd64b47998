-- How many mails of a kind a recipient got.

-- @statement claimMail
-- Counts one mail. No row where the recipient already got as many as the rule allows.
INSERT INTO mail_quota AS q (kind, subject, used) VALUES (:kind, :subject, 1)
ON CONFLICT (kind, subject) DO UPDATE SET
  used = CASE WHEN q.since <= clock_timestamp() - make_interval(secs => :window_seconds) THEN 1 ELSE q.used + 1 END,
  since = CASE WHEN q.since <= clock_timestamp() - make_interval(secs => :window_seconds)
    THEN clock_timestamp() ELSE q.since END
WHERE q.used < :max_mails OR q.since <= clock_timestamp() - make_interval(secs => :window_seconds)
RETURNING used;

-- @statement releaseMail
DELETE FROM mail_quota WHERE kind = :kind AND subject = :subject;

-- @statement deleteOldMailQuotas
DELETE FROM mail_quota WHERE since <= clock_timestamp() - :longest_window_seconds::integer * interval '1 second';
