-- The maintenance of the complete site.

-- @statement readMaintenance
-- No row while it is off.
SELECT reason, reason_es, since FROM maintenance;
