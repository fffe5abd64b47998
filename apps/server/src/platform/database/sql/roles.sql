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
  AND current_setting('idle_in_transaction_session_timeout') <> '0' AS has_settings;
