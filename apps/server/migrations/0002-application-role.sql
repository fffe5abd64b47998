-- The program works under a role that can add transfers but never change or remove one.
-- Where the database's owner may not make roles, the trigger on transfer still stands. An owner who may make them
-- without being a superuser does not by that alone work under what he made.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'fairground_app') THEN
    CREATE ROLE fairground_app NOLOGIN;
    GRANT fairground_app TO CURRENT_USER;
  END IF;
EXCEPTION
  WHEN insufficient_privilege THEN RAISE WARNING 'no right to create the role fairground_app';
  WHEN duplicate_object OR unique_violation THEN NULL;
END $$;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'fairground_app') THEN
    GRANT USAGE ON SCHEMA public TO fairground_app;
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO fairground_app;
    GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO fairground_app;
    REVOKE UPDATE, DELETE, TRUNCATE ON transfer FROM fairground_app;
    REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON account FROM fairground_app;
    ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO fairground_app;
    ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE ON SEQUENCES TO fairground_app;
  END IF;
END $$;
