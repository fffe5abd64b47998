-- Draws of version 2: tickets have client seeds, which go into the root and so into the numbers. Draws that were opened before end
-- as version 1.

ALTER TABLE lottery_ticket ADD client_seed text NOT NULL DEFAULT '' CHECK (client_seed ~ '^[A-Za-z0-9_-]{0,64}$');
ALTER TABLE lottery_advance ADD client_seed text NOT NULL DEFAULT '' CHECK (client_seed ~ '^[A-Za-z0-9_-]{0,64}$');
CREATE OR REPLACE FUNCTION guard_lottery_advance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.state <> 'pending'
    OR (NEW.id, NEW.player_id, NEW.draws_at, NEW.pick, NEW.bid, NEW.from_winnings, NEW.client_seed, NEW.created_at)
      IS DISTINCT FROM
      (OLD.id, OLD.player_id, OLD.draws_at, OLD.pick, OLD.bid, OLD.from_winnings, OLD.client_seed, OLD.created_at)
  THEN
    RAISE EXCEPTION 'an advance ticket ends once, and nothing else of it changes' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

ALTER TABLE lottery_draw
  ADD version smallint NOT NULL DEFAULT 1 CHECK (version IN (1, 2)),
  -- Who could know the numbers before the draw: install is the operator, bettors nobody before the last ticket.
  ADD entropy text CHECK (entropy IN ('install', 'bettors')),
  ADD CHECK ((entropy IS NOT NULL) = (version = 2 AND root IS NOT NULL));
