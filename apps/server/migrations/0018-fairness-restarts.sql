-- A restore, a promoted replica or a recovery takes the site back in time. What was drawn since then is known, so it
-- must not be drawn again: chains end, open games are void, sealed seeds are given up.

CREATE TABLE fairness_restart (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  reason text NOT NULL CHECK (reason IN ('restore', 'recovery')),
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- No link of an ended chain is used again, however many are left.
ALTER TABLE fairness_chain ADD COLUMN ended_by bigint REFERENCES fairness_restart (id);

-- A game that was ended by a restart, and its stake given back.
ALTER TYPE minefield_state ADD VALUE 'Void';

-- A draw whose tickets were given back; it stays in the state in which it was. Its seed is opened all the same.
ALTER TABLE lottery_draw
  ADD COLUMN voided_at timestamptz,
  ADD COLUMN void_seed bytea CHECK (length(void_seed) = 32),
  ADD CONSTRAINT lottery_draw_void_seed CHECK ((voided_at IS NULL) = (void_seed IS NULL)),
  ADD CONSTRAINT lottery_draw_void_or_held CHECK (voided_at IS NULL OR seed IS NULL),
  DROP CONSTRAINT lottery_draw_draws_at_key;
DROP INDEX lottery_draw_next;
CREATE UNIQUE INDEX lottery_draw_next ON lottery_draw ((true))
  WHERE state IN ('open', 'closing', 'closed') AND voided_at IS NULL;
CREATE UNIQUE INDEX lottery_draw_slot ON lottery_draw (draws_at) WHERE voided_at IS NULL;

CREATE OR REPLACE FUNCTION guard_lottery_draw() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE'
    OR OLD.voided_at IS NOT NULL
    OR (NEW.draw_key, NEW.commitment, NEW.sealed, NEW.after_ticket)
      IS DISTINCT FROM (OLD.draw_key, OLD.commitment, OLD.sealed, OLD.after_ticket)
    OR (OLD.root IS NOT NULL AND (NEW.root, NEW.ticket_count, NEW.last_ticket)
      IS DISTINCT FROM (OLD.root, OLD.ticket_count, OLD.last_ticket))
    OR (OLD.seed IS NOT NULL AND (NEW.seed, NEW.winning, NEW.drawn_at)
      IS DISTINCT FROM (OLD.seed, OLD.winning, OLD.drawn_at))
    OR NEW.state < OLD.state OR NEW.settled_through < OLD.settled_through
  THEN
    RAISE EXCEPTION 'what is known of a draw is never changed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION refuse_late_ticket() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM added a JOIN lottery_draw d ON d.id = a.draw_id
    WHERE d.state <> 'open' OR d.voided_at IS NOT NULL)
  THEN
    RAISE EXCEPTION 'no ticket is added to a closed draw' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END $$;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'fairground_app') THEN
    REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON fairness_restart FROM fairground_app;
  END IF;
END $$;
