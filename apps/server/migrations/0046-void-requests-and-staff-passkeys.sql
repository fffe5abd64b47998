-- Requests to void a round or a draw of a game, which a second operator approves; and passkeys of the staff.

CREATE TYPE staff_request_kind AS ENUM ('correction', 'void');

ALTER TABLE staff_request
  ADD COLUMN kind staff_request_kind NOT NULL DEFAULT 'correction',
  -- The game's id on the wire, and the round's or draw's.
  ADD COLUMN game text CHECK (length(game) BETWEEN 1 AND 64),
  ADD COLUMN round text CHECK (length(round) BETWEEN 1 AND 32),
  ALTER COLUMN player_id DROP NOT NULL,
  ALTER COLUMN amount DROP NOT NULL,
  ADD CONSTRAINT staff_request_subject CHECK (CASE kind
    WHEN 'correction' THEN player_id IS NOT NULL AND amount IS NOT NULL AND game IS NULL AND round IS NULL
    WHEN 'void' THEN player_id IS NULL AND amount IS NULL AND game IS NOT NULL AND round IS NOT NULL
  END),
  -- Nobody voids a round alone.
  ADD CONSTRAINT staff_request_void_waits CHECK (kind <> 'void' OR state <> 'direct');

-- What is to be void is about to be decided, and a request that waits must not be approved by somebody who finds it later.
CREATE FUNCTION is_expired_request(kind staff_request_kind, requested_at timestamptz) RETURNS boolean LANGUAGE sql VOLATILE
  RETURN kind = 'void' AND requested_at < clock_timestamp() - interval '1 hour';

CREATE OR REPLACE FUNCTION guard_staff_request() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.state = 'open'
    AND (NEW.id, NEW.player_id, NEW.amount, NEW.reason, NEW.requested_by, NEW.key, NEW.requested_at, NEW.kind, NEW.game,
      NEW.round)
      IS NOT DISTINCT FROM (OLD.id, OLD.player_id, OLD.amount, OLD.reason, OLD.requested_by, OLD.key, OLD.requested_at,
      OLD.kind, OLD.game, OLD.round)
    AND NOT (NEW.state = 'approved' AND public.is_expired_request(OLD.kind, OLD.requested_at))
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'a request is decided once and never changed' USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TABLE staff_passkey (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  staff_id bigint NOT NULL REFERENCES staff (id),
  credential_id bytea NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  -- Grows with each use of authenticators that count; of others it stays 0.
  sign_count bigint NOT NULL DEFAULT 0,
  transports text[] NOT NULL DEFAULT '{}',
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  last_used_at timestamptz
);
CREATE INDEX staff_passkey_staff ON staff_passkey (staff_id);

-- What a passkey is asked to sign, once.
CREATE TABLE staff_passkey_challenge (
  challenge bytea PRIMARY KEY,
  -- Who adds a passkey; null for a sign-in.
  staff_id bigint REFERENCES staff (id),
  expires_at timestamptz NOT NULL
);

SELECT restrict_application('staff_passkey', '{sign_count,last_used_at}', may_delete => true);
SELECT restrict_application('staff_passkey_challenge', '{}', may_delete => true);
