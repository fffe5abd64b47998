-- The lottery: draws, tickets, tickets bought ahead, favorite numbers, and the hashes that ticket proofs are built
-- from. Six numbers are one bigint: bit n - 1 is set for number n.

SELECT ledger.add_game('lottery', 'lottery', 12);

CREATE TYPE lottery_state AS ENUM ('open', 'closing', 'closed', 'settling', 'finished');

CREATE TABLE lottery_draw (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The newest step of the game that the row shows: each opening, move to another slot and root is one more than the
  -- step before. A draw and the opening of the next are one step, and a void draw shows nothing until the next opens.
  -- The newest draw has the newest step.
  step bigint NOT NULL CHECK (step > 0),
  -- The draw's id on the wire and inside the hash: its day in the site's zone, and from the second draw of
  -- a day on the number behind it.
  draw_key text COLLATE "C" NOT NULL UNIQUE,
  day date NOT NULL,
  of_day integer NOT NULL CHECK (of_day > 0),
  state lottery_state NOT NULL DEFAULT 'open',
  -- 32 bytes, sealed with a key that is not in the database; the hash is public before the first ticket.
  sealed bytea NOT NULL,
  commitment bytea NOT NULL CHECK (length(commitment) = 32),
  opened_at timestamptz NOT NULL,
  closes_at timestamptz NOT NULL,
  draws_at timestamptz NOT NULL,
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
  -- A draw whose tickets were returned after a restart keeps its state. Its seed is opened all the same.
  voided_at timestamptz,
  void_seed bytea CHECK (length(void_seed) = 32),
  -- Who could know the numbers before the draw: install is the operator, bettors nobody before the last
  -- ticket, beacon nobody before sales closed.
  entropy text CHECK (entropy IN ('install', 'bettors', 'beacon')),
  -- The round of a public beacon that the draw waits for, named when sales open.
  beacon_chain_id integer REFERENCES beacon_chain (id),
  beacon_round integer,
  -- Why a draw is void.
  void_reason text CHECK (void_reason IN ('clock', 'late_seal', 'no_beacon', 'operator', 'restore')),
  UNIQUE (day, of_day),
  CHECK ((state IN ('open', 'closing')) = (root IS NULL)),
  CHECK ((root IS NULL) = (ticket_count IS NULL) AND (root IS NULL) = (last_ticket IS NULL)),
  CHECK ((state IN ('settling', 'finished')) = (seed IS NOT NULL)),
  CHECK ((seed IS NULL) = (winning IS NULL) AND (seed IS NULL) = (drawn_at IS NULL)),
  CHECK (state <> 'finished' OR settled_through = last_ticket),
  CONSTRAINT lottery_draw_void_seed CHECK ((voided_at IS NULL) = (void_seed IS NULL)),
  CONSTRAINT lottery_draw_void_or_held CHECK (voided_at IS NULL OR seed IS NULL),
  CHECK ((entropy IS NULL) = (root IS NULL)),
  CHECK (num_nulls(beacon_chain_id, beacon_round) IN (0, 2)),
  CHECK (entropy IS NULL OR (entropy = 'beacon') = (beacon_round IS NOT NULL)),
  CHECK ((voided_at IS NULL) = (void_reason IS NULL))
);
-- Tickets are sold for one draw at a time, and its successor opens with its result.
CREATE UNIQUE INDEX lottery_draw_next ON lottery_draw ((true))
  WHERE state IN ('open', 'closing', 'closed') AND voided_at IS NULL;
CREATE UNIQUE INDEX lottery_draw_slot ON lottery_draw (draws_at) WHERE voided_at IS NULL;
CREATE INDEX lottery_draw_settling ON lottery_draw (id) WHERE state = 'settling';

-- What was published stays as it was, and a draw only moves on. One without tickets may be opened again under another
-- id and key, and then names another round of the beacon; the trigger lottery_draw_keeps_bets refuses that where
-- there is a ticket.
CREATE FUNCTION guard_lottery_draw() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE'
    OR OLD.voided_at IS NOT NULL
    OR (NEW.commitment, NEW.sealed, NEW.after_ticket) IS DISTINCT FROM (OLD.commitment, OLD.sealed, OLD.after_ticket)
    OR (NEW.id = OLD.id AND (NEW.draw_key, NEW.beacon_chain_id, NEW.beacon_round)
      IS DISTINCT FROM (OLD.draw_key, OLD.beacon_chain_id, OLD.beacon_round))
    OR (NEW.id <> OLD.id AND (OLD.root IS NOT NULL OR NEW.draw_key = OLD.draw_key))
    OR (OLD.root IS NOT NULL AND (NEW.root, NEW.ticket_count, NEW.last_ticket, NEW.entropy)
      IS DISTINCT FROM (OLD.root, OLD.ticket_count, OLD.last_ticket, OLD.entropy))
    OR (OLD.seed IS NOT NULL AND (NEW.seed, NEW.winning, NEW.drawn_at)
      IS DISTINCT FROM (OLD.seed, OLD.winning, OLD.drawn_at))
    OR (NEW.id = OLD.id AND NEW.state < OLD.state) OR NEW.settled_through < OLD.settled_through
  THEN
    RAISE EXCEPTION 'what is known of a draw is never changed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER lottery_draw_is_kept BEFORE UPDATE OR DELETE ON lottery_draw
  FOR EACH ROW EXECUTE FUNCTION guard_lottery_draw();
CREATE TRIGGER lottery_draw_keeps_bets AFTER UPDATE OF id OR DELETE ON lottery_draw
  FOR EACH ROW EXECUTE FUNCTION refuse_bets_left_behind('lottery_ticket', 'draw_id');

-- Nothing of a ticket ever changes: what it comes to follows from its draw. Without foreign keys: a ticket is sold
-- while its draw and the wallet of its player are locked, or made from an advance ticket that was, and the application
-- may delete none of them. The audit looks for tickets without them.
CREATE TABLE lottery_ticket (
  -- Ids of one length, so that their order as text and as numbers is the same.
  id bigint GENERATED ALWAYS AS IDENTITY (START WITH 100000000001) PRIMARY KEY,
  draw_id bigint NOT NULL,
  player_id bigint NOT NULL,
  pick bigint NOT NULL CHECK (pick > 0 AND pick < 1::bigint << 49 AND bit_count(pick::bit(64)) = 6),
  bid integer NOT NULL CHECK (bid BETWEEN 10 AND 10000 AND bid % 10 = 0),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  client_seed text NOT NULL DEFAULT '' CHECK (client_seed ~ '^[A-Za-z0-9_-]{0,64}$'),
  -- The call that bought it: eight bytes of the hashes of its key and of its body. Null for a call without a key.
  call_key bigint,
  call_body bigint
);
CREATE INDEX lottery_ticket_player ON lottery_ticket (player_id, id DESC);
CREATE UNIQUE INDEX lottery_ticket_call ON lottery_ticket (player_id, call_key) WHERE call_key IS NOT NULL;

CREATE FUNCTION refuse_ticket_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'tickets are never changed or removed' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER lottery_ticket_is_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON lottery_ticket
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_ticket_change();

CREATE TYPE lottery_advance_state AS ENUM ('pending', 'placed', 'cancelled', 'missed');

-- Bought ahead for a draw that is not open yet, and paid when it is bought. It becomes a ticket when sales for
-- the draw at its time close; until then its player may take it back. One whose draw does not take place is
-- missed, and is returned too.
CREATE TABLE lottery_advance (
  -- From the sequence of the tickets: whatever has a stake has an id of its own, which is the source of its transfers.
  id bigint PRIMARY KEY DEFAULT nextval('lottery_ticket_id_seq'),
  player_id bigint NOT NULL REFERENCES player (id),
  draws_at timestamptz NOT NULL,
  pick bigint NOT NULL CHECK (pick > 0 AND pick < 1::bigint << 49 AND bit_count(pick::bit(64)) = 6),
  bid integer NOT NULL CHECK (bid BETWEEN 10 AND 10000 AND bid % 10 = 0),
  from_winnings bigint NOT NULL CHECK (from_winnings BETWEEN 0 AND bid),
  state lottery_advance_state NOT NULL DEFAULT 'pending',
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamptz,
  client_seed text NOT NULL DEFAULT '' CHECK (client_seed ~ '^[A-Za-z0-9_-]{0,64}$'),
  -- The call that bought it together with the others for the next draws, and the one that took it back: eight bytes of
  -- the hashes of a key and of a body. Null for a call without a key.
  call_key bigint,
  call_body bigint,
  ended_by bigint,
  ended_body bigint,
  CHECK ((state = 'pending') = (ended_at IS NULL))
);
CREATE INDEX lottery_advance_pending ON lottery_advance (draws_at, id) WHERE state = 'pending';
CREATE INDEX lottery_advance_player ON lottery_advance (player_id, id);
CREATE UNIQUE INDEX lottery_advance_call ON lottery_advance (player_id, call_key, draws_at) WHERE call_key IS NOT NULL;
CREATE UNIQUE INDEX lottery_advance_ending ON lottery_advance (player_id, ended_by) WHERE ended_by IS NOT NULL;
-- For a player's advance tickets that may still be taken back, soonest first.
CREATE INDEX lottery_advance_open ON lottery_advance (player_id, draws_at, id) WHERE state = 'pending';
SELECT restrict_application('lottery_advance', '{state,ended_at,ended_by,ended_body}');

CREATE FUNCTION guard_lottery_advance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.state <> 'pending'
    OR (NEW.id, NEW.player_id, NEW.draws_at, NEW.pick, NEW.bid, NEW.from_winnings, NEW.client_seed, NEW.created_at,
      NEW.call_key, NEW.call_body)
      IS DISTINCT FROM
      (OLD.id, OLD.player_id, OLD.draws_at, OLD.pick, OLD.bid, OLD.from_winnings, OLD.client_seed, OLD.created_at,
      OLD.call_key, OLD.call_body)
  THEN
    RAISE EXCEPTION 'an advance ticket ends once, and nothing else of it changes'
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER lottery_advance_ends_once BEFORE UPDATE OR DELETE ON lottery_advance
  FOR EACH ROW EXECUTE FUNCTION guard_lottery_advance();

-- The advance ticket that became this one: its id is the source of the stake, and of what the ticket pays.
ALTER TABLE lottery_ticket ADD COLUMN advance_id bigint REFERENCES lottery_advance (id);
CREATE UNIQUE INDEX lottery_ticket_advance ON lottery_ticket (advance_id) WHERE advance_id IS NOT NULL;

-- The second lock on the door: the first is the share lock under which tickets are sold. Advance tickets become
-- tickets between the close of sales and the root.
CREATE FUNCTION refuse_late_ticket() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM added a JOIN lottery_draw d ON d.id = a.draw_id
    WHERE d.voided_at IS NOT NULL OR (d.state <> 'open' AND (d.state <> 'closing' OR a.advance_id IS NULL))) THEN
    RAISE EXCEPTION 'no ticket is added to a closed draw' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER lottery_ticket_in_time AFTER INSERT ON lottery_ticket
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_late_ticket();

-- Roots of 1,024 leaves each, so that a ticket's proof reads no more than its neighbors.
CREATE TABLE lottery_block (
  draw_id bigint NOT NULL REFERENCES lottery_draw (id),
  block integer NOT NULL,
  first_ticket bigint NOT NULL,
  hash bytea NOT NULL CHECK (length(hash) = 32),
  PRIMARY KEY (draw_id, block)
);
SELECT restrict_application('lottery_ticket', '{}'), restrict_application('lottery_block', '{}');

CREATE FUNCTION are_lottery_picks(picks bigint[]) RETURNS boolean IMMUTABLE LANGUAGE sql
  RETURN (
    SELECT coalesce(bool_and(p > 0 AND p < 1::bigint << 49 AND bit_count(p::bit(64)) = 6), true)
    FROM unnest(picks) p
  );

-- One row per player, so that their number is bounded by the row itself.
CREATE TABLE lottery_favourites (
  player_id bigint PRIMARY KEY REFERENCES player (id),
  -- In the order in which they were stored.
  picks bigint[] NOT NULL
    CHECK (cardinality(picks) <= 6 AND array_position(picks, NULL) IS NULL AND are_lottery_picks(picks))
);

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'fairground_app') THEN
    REVOKE DELETE, TRUNCATE ON lottery_draw FROM fairground_app;
  END IF;
END $$;
