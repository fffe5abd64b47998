-- What the operator does from a shell: corrections, suspensions, and a log of all of it.

ALTER TABLE player ADD COLUMN suspended_at timestamptz;

CREATE TABLE coin_correction (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  player_id bigint NOT NULL REFERENCES player (id),
  -- Above zero gives coins, below takes them.
  amount bigint NOT NULL CHECK (amount <> 0),
  reason text NOT NULL CHECK (length(reason) BETWEEN 3 AND 500),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE TABLE operator_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  command text NOT NULL,
  details jsonb NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- News for running processes of the site, which look here every second.
CREATE TYPE operator_news_kind AS ENUM ('ended_session', 'changed_player');
CREATE TABLE operator_news (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind operator_news_kind NOT NULL,
  subject bigint NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'fairground_app') THEN
    REVOKE UPDATE, DELETE, TRUNCATE ON operator_log, coin_correction FROM fairground_app;
  END IF;
END $$;
