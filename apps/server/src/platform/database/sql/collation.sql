-- @statement findCollationChange
-- No row unless the host's library orders text by another version of its rules than the database was created with.
-- The server tells it only while a connection opens, when nobody listens to notices yet.
SELECT datname::text AS database, datcollversion AS "stored!", pg_database_collation_actual_version(oid) AS "current!"
FROM pg_database WHERE datname = current_database() AND datcollversion <> pg_database_collation_actual_version(oid);
