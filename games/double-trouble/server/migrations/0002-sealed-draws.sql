-- Draws of version 2: the bets are sealed when betting closes, and the number depends on them. Draws that were opened before end
-- as version 1.

ALTER TABLE double_trouble_bet ADD client_seed text NOT NULL DEFAULT '' CHECK (client_seed ~ '^[A-Za-z0-9_-]{0,64}$');

ALTER TABLE double_trouble_draw
  ADD version smallint NOT NULL DEFAULT 1 CHECK (version IN (1, 2)),
  -- Merkle root of all bets, in the order of their ids.
  ADD bets_root bytea CHECK (length(bets_root) = 32),
  ADD bet_count integer CHECK (bet_count >= 0),
  -- Who could know the number before the draw: install is the operator, bettors nobody before the last bet.
  ADD entropy text CHECK (entropy IN ('install', 'bettors')),
  ADD sealed_at timestamptz CHECK (sealed_at >= closes_at),
  ADD CHECK (num_nulls(bets_root, bet_count, entropy, sealed_at) IN (0, 4)),
  ADD CHECK (version = 2 OR sealed_at IS NULL),
  ADD CHECK (version = 1 OR winning_number IS NULL OR sealed_at IS NOT NULL);
SELECT restrict_application('double_trouble_draw',
  '{id,interval_ms,max,closes_at,draws_at,state,winning_number,seed,drawn_at,epoch,bets_root,bet_count,entropy,sealed_at}');
CREATE TRIGGER double_trouble_draw_stays_sealed
  BEFORE UPDATE OF id, max, closes_at, draws_at, bets_root, bet_count, entropy, sealed_at ON double_trouble_draw
  FOR EACH ROW WHEN (OLD.sealed_at IS NOT NULL) EXECUTE FUNCTION refuse_final_change();
