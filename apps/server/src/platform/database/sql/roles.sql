-- @statement findApplicationRole
-- The role that the program works under, where the server has it. Since PostgreSQL 16 a member need not be allowed to.
SELECT CASE WHEN current_setting('server_version_num')::int >= 160000
    THEN pg_has_role(current_user, oid, 'SET')
    ELSE pg_has_role(current_user, oid, 'MEMBER')
  END AS "is_usable!"
FROM pg_roles WHERE rolname = :application_role::name;

-- @statement readOwnership
-- Whether the login is, or can become, the owner of the tables; so is the first one, which creates them.
SELECT coalesce((
  SELECT pg_has_role(current_user, relowner, 'MEMBER') FROM pg_class WHERE oid = to_regclass('public.transfer')
), true) AS may_own;

-- @statement findLogin
SELECT pg_has_role(oid, :application_role::name, 'MEMBER') AS "is_member!"
FROM pg_roles WHERE rolname = :login::name;

-- @statement hasSessionSettings
-- Behind a pooler, which passes none of the connection's own on.
SELECT current_setting('TimeZone') = 'UTC'
  AND current_setting('DateStyle') LIKE 'ISO,%'
  AND current_setting('default_transaction_isolation') = 'read committed'
  AND current_setting('idle_in_transaction_session_timeout') <> '0' AS has_settings;

-- @statement readConnectionLimit
-- How many connections the server lets the login have at once. Hosted servers have few, and keep some for themselves.
SELECT least(
    nullif(r.rolconnlimit, -1),
    nullif(d.datconnlimit, -1),
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
      - coalesce(current_setting('reserved_connections', true)::int, 0)
  ) AS allowed
FROM pg_roles r, pg_database d WHERE r.rolname = session_user AND d.datname = current_database();
