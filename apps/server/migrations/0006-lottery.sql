-- The lottery: draws, tickets, and the hashes that ticket proofs are built from.
-- Six numbers are one bigint: bit n - 1 is set for number n.

CREATE TYPE lottery_state AS ENUM ('open', 'closing', 'closed', 'settling', 'finished');

CREATE TABLE lottery_draw (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The draw's id on the wire and inside the hash: its day in the site's zone, and from the second draw of
  -- a day on the number behind it.
  draw_key text NOT NULL UNIQUE,
  day date NOT NULL,
  of_day integer NOT NULL CHECK (of_day > 0),
  state lottery_state NOT NULL DEFAULT 'open',
  -- 32 bytes, sealed with a key that is not in the database; the hash stands open before the first ticket.
  sealed bytea NOT NULL,
  commitment bytea NOT NULL CHECK (length(commitment) = 32),
  opened_at timestamptz NOT NULL,
  closes_at timestamptz NOT NULL,
  draws_at timestamptz NOT NULL UNIQUE,
  -- Ids of this draw's tickets lie above the first and, once sales are closed, up to the last.
  after_ticket bigint NOT NULL,
  last_ticket bigint,
  closed_at timestamptz,
  ticket_count integer,
  root bytea CHECK (length(root) = 32),
  seed bytea CHECK (length(seed) = 32),
  winning bigint CHECK (winning > 0 AND winning < 1::bigint << 49 AND bit_count(winning::bit(64)) = 6),
  drawn_at timestamptz,
  -- Every ticket up to this one has been paid what it is due.
  settled_through bigint NOT NULL,
  finished_at timestamptz,
  epoch bigint NOT NULL,
  UNIQUE (day, of_day),
  CHECK ((state IN ('open', 'closing')) = (root IS NULL)),
  CHECK ((root IS NULL) = (ticket_count IS NULL) AND (root IS NULL) = (last_ticket IS NULL)),
  CHECK ((state IN ('settling', 'finished')) = (seed IS NOT NULL)),
  CHECK ((seed IS NULL) = (winning IS NULL) AND (seed IS NULL) = (drawn_at IS NULL)),
  CHECK (state <> 'finished' OR settled_through = last_ticket)
);
-- Tickets are sold for one draw at a time, and its successor opens with its result.
CREATE UNIQUE INDEX lottery_draw_next ON lottery_draw ((true)) WHERE state IN ('open', 'closing', 'closed');
CREATE INDEX lottery_draw_settling ON lottery_draw (id) WHERE state = 'settling';

-- What was published stays as it was, and a draw only moves on.
CREATE FUNCTION guard_lottery_draw() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE'
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
CREATE TRIGGER lottery_draw_is_kept BEFORE UPDATE OR DELETE ON lottery_draw
  FOR EACH ROW EXECUTE FUNCTION guard_lottery_draw();

-- Nothing of a ticket ever changes: what it comes to follows from its draw.
CREATE TABLE lottery_ticket (
  -- Ids of one length, so that their order as text and as numbers is the same.
  id bigint GENERATED ALWAYS AS IDENTITY (START WITH 100000000001) PRIMARY KEY,
  draw_id bigint NOT NULL REFERENCES lottery_draw (id),
  player_id bigint NOT NULL REFERENCES player (id),
  pick bigint NOT NULL CHECK (pick > 0 AND pick < 1::bigint << 49 AND bit_count(pick::bit(64)) = 6),
  bid integer NOT NULL CHECK (bid BETWEEN 10 AND 10000 AND bid % 10 = 0),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX lottery_ticket_player ON lottery_ticket (player_id, id DESC);

CREATE FUNCTION refuse_ticket_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'tickets are never changed or removed' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER lottery_ticket_is_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON lottery_ticket
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_ticket_change();

-- The second lock on the door: the first is the share lock under which tickets are sold.
CREATE FUNCTION refuse_late_ticket() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM added a JOIN lottery_draw d ON d.id = a.draw_id WHERE d.state <> 'open') THEN
    RAISE EXCEPTION 'no ticket is added to a closed draw' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER lottery_ticket_in_time AFTER INSERT ON lottery_ticket
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_late_ticket();

-- Roots of 1,024 leaves each, so that a ticket's proof reads no more than its neighbours.
CREATE TABLE lottery_block (
  draw_id bigint NOT NULL REFERENCES lottery_draw (id),
  block integer NOT NULL,
  first_ticket bigint NOT NULL,
  hash bytea NOT NULL CHECK (length(hash) = 32),
  PRIMARY KEY (draw_id, block)
);

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'fairground_app') THEN
    REVOKE UPDATE, DELETE, TRUNCATE ON lottery_ticket, lottery_block FROM fairground_app;
    REVOKE DELETE, TRUNCATE ON lottery_draw FROM fairground_app;
  END IF;
END $$;
