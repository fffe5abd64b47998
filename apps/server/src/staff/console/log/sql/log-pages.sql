-- The operator's log, in pages.

-- @statement readLogPage
-- The newest first, below an id where one is given. `staff` is null for a command from a shell.
-- @nullable below
SELECT l.id, l.at, s.name AS staff, l.command, l.details, l.before, l.after
FROM operator_log l LEFT JOIN staff s ON s.id = l.staff_id
WHERE l.id < coalesce(:below::bigint, 9223372036854775807) ORDER BY l.id DESC LIMIT :max_rows;
