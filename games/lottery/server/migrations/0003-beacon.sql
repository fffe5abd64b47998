-- Draws that wait for a public beacon name its round when sales open.
ALTER TABLE lottery_draw
  ADD beacon_chain_id integer REFERENCES beacon_chain (id),
  ADD beacon_round integer,
  ADD CHECK (num_nulls(beacon_chain_id, beacon_round) IN (0, 2)),
  ADD CHECK (version = 2 OR beacon_round IS NULL),
  DROP CONSTRAINT lottery_draw_entropy_check,
  -- beacon: nobody before sales closed.
  ADD CHECK (entropy IN ('install', 'bettors', 'beacon')),
  ADD CHECK (entropy IS NULL OR (entropy = 'beacon') = (beacon_round IS NOT NULL));

CREATE OR REPLACE FUNCTION guard_lottery_draw() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE'
    OR OLD.voided_at IS NOT NULL
    OR (NEW.draw_key, NEW.commitment, NEW.sealed, NEW.after_ticket, NEW.beacon_chain_id, NEW.beacon_round)
      IS DISTINCT FROM
      (OLD.draw_key, OLD.commitment, OLD.sealed, OLD.after_ticket, OLD.beacon_chain_id, OLD.beacon_round)
    OR (OLD.root IS NOT NULL AND (NEW.root, NEW.ticket_count, NEW.last_ticket, NEW.entropy)
      IS DISTINCT FROM (OLD.root, OLD.ticket_count, OLD.last_ticket, OLD.entropy))
    OR (OLD.seed IS NOT NULL AND (NEW.seed, NEW.winning, NEW.drawn_at)
      IS DISTINCT FROM (OLD.seed, OLD.winning, OLD.drawn_at))
    OR NEW.state < OLD.state OR NEW.settled_through < OLD.settled_through
  THEN
    RAISE EXCEPTION 'what is known of a draw is never changed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
