-- The log leaves the database by months, into files.

-- @fragment mayLeave
l.id <> ALL(:retained::bigint[])

-- @fragment monthOf
date_trunc('month', l.at AT TIME ZONE 'UTC')::date

-- @statement listNewest
-- The newest entry of each command, which stays: metrics read when the last backup and the last audit were.
SELECT max(id) AS id FROM operator_log GROUP BY command;

-- @statement findOldestMonth
-- The first month before a day that has entries to archive, and how often it was archived already.
SELECT m.month AS month, (SELECT count(*)::integer FROM log_archive a WHERE a.table_name = 'operator_log' AND a.month = m.month) AS archives
FROM (
  SELECT {{monthOf}} AS month FROM operator_log l WHERE {{monthOf}} < :before::date AND {{mayLeave}} ORDER BY 1 LIMIT 1
) m;

-- @statement readEntries
-- A page of a month's entries, each as a line of JSON.
SELECT l.id, to_jsonb(l)::text AS line FROM operator_log l
WHERE {{monthOf}} = :month::date AND l.id > :after AND {{mayLeave}} ORDER BY l.id LIMIT :max_rows;

-- @statement countEqual
-- How many of these lines are what the log has under their ids.
SELECT count(*)::integer AS equal FROM unnest(:ids::bigint[], :lines::text[]) AS f (id, line)
JOIN operator_log l ON l.id = f.id AND to_jsonb(l)::text = f.line AND {{monthOf}} = :month::date;

-- @statement findOpenArchive
SELECT id, month, file, sha256, rows FROM log_archive WHERE table_name = 'operator_log' AND completed_at IS NULL;

-- @statement openArchive
-- @role owner
INSERT INTO log_archive (table_name, month, file, sha256, rows, first_id, last_id)
VALUES ('operator_log', :month::date, :file, :sha256, :rows, :first_id, :last_id);

-- @statement deleteArchived
-- @role owner
-- A batch; a trigger refuses what is not of an open archive.
WITH deleted AS (DELETE FROM operator_log l WHERE l.id = ANY(:ids) RETURNING 1)
SELECT count(*)::integer AS deleted FROM deleted;

-- @statement completeArchive
-- @role owner
UPDATE log_archive SET completed_at = clock_timestamp() WHERE id = :id;
