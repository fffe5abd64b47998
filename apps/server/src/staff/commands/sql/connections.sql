-- Who is connected to the database.

-- @statement countConnections
SELECT count(*)::integer AS connections FROM pg_stat_activity
WHERE datname = current_database() AND application_name = :application_name;
