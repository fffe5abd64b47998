-- Draws that wait for a public beacon name its round when betting opens.
ALTER TABLE double_trouble_draw
  ADD beacon_chain_id integer REFERENCES beacon_chain (id),
  ADD beacon_round integer,
  ADD CHECK (num_nulls(beacon_chain_id, beacon_round) IN (0, 2)),
  ADD CHECK (version = 2 OR beacon_round IS NULL),
  DROP CONSTRAINT double_trouble_draw_entropy_check,
  -- beacon: nobody before betting closed.
  ADD CHECK (entropy IN ('install', 'bettors', 'beacon')),
  ADD CHECK (entropy IS NULL OR (entropy = 'beacon') = (beacon_round IS NOT NULL));
SELECT restrict_application('double_trouble_draw',
  '{id,interval_ms,max,closes_at,draws_at,state,winning_number,seed,drawn_at,epoch,bets_root,bet_count,entropy,sealed_at,
    beacon_chain_id,beacon_round}');

-- The first bet fixes what the draw waits for. An empty draw that moves to a later slot names another round.
CREATE FUNCTION refuse_other_beacon() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_catalog AS $$
BEGIN
  IF OLD.sealed_at IS NOT NULL OR EXISTS (SELECT FROM double_trouble_bet WHERE draw_id = OLD.id) THEN
    RAISE EXCEPTION 'draw % keeps its round of the beacon', OLD.id USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER double_trouble_draw_keeps_beacon
  BEFORE UPDATE OF beacon_chain_id, beacon_round ON double_trouble_draw FOR EACH ROW
  WHEN ((OLD.beacon_chain_id, OLD.beacon_round) IS DISTINCT FROM (NEW.beacon_chain_id, NEW.beacon_round))
  EXECUTE FUNCTION refuse_other_beacon();
