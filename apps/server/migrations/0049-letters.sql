-- Letters of the newsletter: written in the console, and sent once to each address that was confirmed when it was sent.

ALTER TABLE newsletter_subscriber
  -- Of the page on which the address was given. Null for addresses that earlier versions took.
  ADD COLUMN language text CHECK (language IN ('en', 'es'));

CREATE TYPE letter_state AS ENUM ('draft', 'sending', 'stopped', 'sent');

CREATE TABLE letter (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Grows by one each time it is saved, so that nobody overwrites or sends what they did not see.
  version integer NOT NULL DEFAULT 1 CHECK (version >= 1),
  -- As in the contract of the console: subject and Markdown in each language.
  letter jsonb NOT NULL,
  state letter_state NOT NULL DEFAULT 'draft',
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_by bigint NOT NULL REFERENCES staff (id),
  started_at timestamptz,
  finished_at timestamptz,
  -- Confirmed addresses when it was started.
  recipients integer,
  -- The newest subscriber of that time: those who subscribe later do not get it.
  last_subscriber bigint,
  -- Deliveries were made for the subscribers up to this one.
  queued_through bigint,
  CHECK ((state = 'draft') = (started_at IS NULL) AND (state = 'sent') = (finished_at IS NOT NULL)),
  CHECK (num_nulls(started_at, recipients, last_subscriber, queued_through) IN (0, 4))
);
CREATE INDEX letter_sending ON letter (id) WHERE state = 'sending';
SELECT restrict_application('letter',
  '{version,letter,state,updated_at,updated_by,started_at,finished_at,recipients,last_subscriber,queued_through}');

-- What was started is sent as it was.
CREATE FUNCTION refuse_started_letter_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a letter that was started is not changed' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER letter_is_final BEFORE UPDATE OF letter, version, started_at, recipients, last_subscriber ON letter
  FOR EACH ROW WHEN (OLD.state <> 'draft') EXECUTE FUNCTION refuse_started_letter_change();

CREATE TYPE letter_delivery_state AS ENUM ('queued', 'sent', 'failed', 'dropped');

-- One letter to one subscriber.
CREATE TABLE letter_delivery (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  letter_id bigint NOT NULL REFERENCES letter (id),
  -- Null once they have unsubscribed: nothing here names them any more.
  subscriber_id bigint REFERENCES newsletter_subscriber (id) ON DELETE SET NULL,
  state letter_delivery_state NOT NULL DEFAULT 'queued',
  tries smallint NOT NULL DEFAULT 0,
  next_try_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  last_error text,
  UNIQUE (letter_id, subscriber_id)
);
CREATE INDEX letter_delivery_due ON letter_delivery (next_try_at) WHERE state = 'queued';
CREATE INDEX letter_delivery_subscriber ON letter_delivery (subscriber_id);
SELECT restrict_application('letter_delivery', '{subscriber_id,state,tries,next_try_at,last_error}');
