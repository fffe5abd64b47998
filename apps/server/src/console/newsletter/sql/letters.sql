-- Letters of the newsletter, as the staff see them.

-- @fragment letterColumns
l.id, l.version, l.state, l.letter::text AS letter, l.updated_at, s.name AS updated_by, l.started_at, l.finished_at,
  l.recipients, d.sent AS sent, d.failed AS failed, d.dropped AS dropped

-- @fragment letterRows
letter l JOIN staff s ON s.id = l.updated_by CROSS JOIN LATERAL (
  SELECT count(*) FILTER (WHERE d.state = 'sent') AS sent, count(*) FILTER (WHERE d.state = 'failed') AS failed,
    count(*) FILTER (WHERE d.state = 'dropped') AS dropped
  FROM letter_delivery d WHERE d.letter_id = l.id
) d

-- @statement countSubscribers
-- Confirmed ones.
SELECT count(*) AS confirmed, count(*) FILTER (WHERE language = 'es') AS spanish
FROM newsletter_subscriber WHERE confirmed_at IS NOT NULL;

-- @statement listLetters
SELECT {{letterColumns}} FROM {{letterRows}} ORDER BY l.id DESC LIMIT :max_rows;

-- @statement findLetter
SELECT {{letterColumns}} FROM {{letterRows}} WHERE l.id = :id;

-- @statement lockLetter
SELECT id FROM letter WHERE id = :id FOR NO KEY UPDATE;

-- @statement insertLetter
INSERT INTO letter (letter, updated_by) VALUES (:letter::text::jsonb, :staff_id) RETURNING id, version;

-- @statement saveLetter
-- No row where it was saved in the meantime, or started.
UPDATE letter SET version = version + 1, letter = :letter::text::jsonb, updated_at = clock_timestamp(), updated_by = :staff_id
WHERE id = :id AND version = :version AND state = 'draft' RETURNING version;

-- @statement startLetter
-- Only once: no row where it was started, saved in the meantime, or nobody would get it. It goes to those who are confirmed
-- now.
UPDATE letter l SET state = 'sending', started_at = clock_timestamp(), recipients = n.confirmed,
  last_subscriber = n.newest, queued_through = 0
FROM (
  SELECT count(*) AS confirmed, max(id) AS newest FROM newsletter_subscriber WHERE confirmed_at IS NOT NULL
) n
WHERE l.id = :id AND l.version = :version AND l.state = 'draft' AND n.confirmed > 0 RETURNING l.recipients AS "recipients!";

-- @statement stopLetter
UPDATE letter SET state = 'stopped' WHERE id = :id AND state = 'sending' RETURNING id;

-- @statement resumeLetter
UPDATE letter SET state = 'sending' WHERE id = :id AND state = 'stopped' RETURNING id;

-- @statement deleteLetter
-- No row where it was saved in the meantime, or started.
DELETE FROM letter WHERE id = :id AND version = :version AND state = 'draft' RETURNING id;
