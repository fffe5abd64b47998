-- Tickets bought ahead for draws that are not open yet, and players' favourite numbers.

CREATE TYPE lottery_advance_state AS ENUM ('pending', 'placed', 'cancelled', 'missed');

-- Paid when it is bought. It becomes a ticket when sales for the draw at its time close; until then its player may take
-- it back. One whose draw does not take place is missed, and goes back too.
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
  CHECK ((state = 'pending') = (ended_at IS NULL))
);
CREATE INDEX lottery_advance_pending ON lottery_advance (draws_at, id) WHERE state = 'pending';
CREATE INDEX lottery_advance_player ON lottery_advance (player_id, id);
-- Those of a player that may still be taken back, soonest first.
CREATE INDEX lottery_advance_open ON lottery_advance (player_id, draws_at, id) WHERE state = 'pending';

CREATE FUNCTION guard_lottery_advance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.state <> 'pending'
    OR (NEW.id, NEW.player_id, NEW.draws_at, NEW.pick, NEW.bid, NEW.from_winnings, NEW.created_at)
      IS DISTINCT FROM (OLD.id, OLD.player_id, OLD.draws_at, OLD.pick, OLD.bid, OLD.from_winnings, OLD.created_at)
  THEN
    RAISE EXCEPTION 'an advance ticket ends once, and nothing else of it changes' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER lottery_advance_ends_once BEFORE UPDATE OR DELETE ON lottery_advance
  FOR EACH ROW EXECUTE FUNCTION guard_lottery_advance();

-- The advance ticket that became this one: its id is the source of the stake, and of what the ticket pays.
ALTER TABLE lottery_ticket ADD COLUMN advance_id bigint REFERENCES lottery_advance (id);
CREATE UNIQUE INDEX lottery_ticket_advance ON lottery_ticket (advance_id) WHERE advance_id IS NOT NULL;

-- Advance tickets become tickets between the close of sales and the root.
CREATE OR REPLACE FUNCTION refuse_late_ticket() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM added a JOIN lottery_draw d ON d.id = a.draw_id
    WHERE d.voided_at IS NOT NULL OR (d.state <> 'open' AND (d.state <> 'closing' OR a.advance_id IS NULL))) THEN
    RAISE EXCEPTION 'no ticket is added to a closed draw' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION are_lottery_picks(picks bigint[]) RETURNS boolean IMMUTABLE LANGUAGE sql
  RETURN (SELECT coalesce(bool_and(p > 0 AND p < 1::bigint << 49 AND bit_count(p::bit(64)) = 6), true) FROM unnest(picks) p);

-- One row a player, so that their number is bounded by the row itself.
CREATE TABLE lottery_favourites (
  player_id bigint PRIMARY KEY REFERENCES player (id),
  -- In the order in which they were stored.
  picks bigint[] NOT NULL CHECK (cardinality(picks) <= 6 AND array_position(picks, NULL) IS NULL AND are_lottery_picks(picks))
);

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'fairground_app') THEN
    REVOKE UPDATE, DELETE, TRUNCATE ON lottery_advance FROM fairground_app;
    GRANT UPDATE (state, ended_at) ON lottery_advance TO fairground_app;
  END IF;
END $$;
