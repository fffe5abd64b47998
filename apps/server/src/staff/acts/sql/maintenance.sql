-- Switches maintenance. Each process reads the row within a second.

-- @statement startMaintenance
-- No row where it is on already.
-- @nullable reason_es, staff_id
INSERT INTO maintenance (reason, reason_es, started_by) VALUES (:reason, :reason_es, :staff_id)
ON CONFLICT DO NOTHING RETURNING since;

-- @statement endMaintenance
-- No row where it is off.
DELETE FROM maintenance RETURNING reason, since;

-- @statement findMaintenance
-- `staff` is null for a command from a shell and for the setting.
SELECT m.reason, m.reason_es, m.since, s.name AS staff
FROM maintenance m LEFT JOIN staff s ON s.id = m.started_by;
