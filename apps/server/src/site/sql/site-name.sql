-- @statement readSiteName
-- Another one for each site, and one for all of its processes, also after its database was copied to another server:
-- when its first table was made.
SELECT (extract(epoch FROM min(applied_at)) * 1000000)::bigint::text AS "name!" FROM schema_migration;
