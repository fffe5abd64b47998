-- Games that an operator closed, and the answers of the staff to messages of the contact page.

-- They take no stakes until an operator opens them. What runs finishes.
CREATE TABLE game_switch (
  -- The game's id on the wire.
  game text PRIMARY KEY,
  closed_by bigint NOT NULL REFERENCES staff (id),
  reason text NOT NULL CHECK (length(reason) BETWEEN 3 AND 500),
  since timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- Erased with their message.
CREATE TABLE contact_answer (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  message_id bigint NOT NULL REFERENCES contact_message (id) ON DELETE CASCADE,
  staff_id bigint NOT NULL REFERENCES staff (id),
  text text NOT NULL CHECK (length(text) BETWEEN 1 AND 10000),
  -- Made by the page, so that a repeated call is the same answer.
  key text NOT NULL CHECK (length(key) BETWEEN 8 AND 64),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  mailed_at timestamptz,
  UNIQUE (staff_id, key)
);
CREATE INDEX contact_answer_message ON contact_answer (message_id);

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'fairground_app') THEN
    REVOKE UPDATE, TRUNCATE ON game_switch FROM fairground_app;
    REVOKE UPDATE, DELETE, TRUNCATE ON contact_answer FROM fairground_app;
    GRANT UPDATE (mailed_at) ON contact_answer TO fairground_app;
  END IF;
END $$;
