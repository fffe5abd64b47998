-- Draws and bets that are over stay as they are; of the others the application changes what a later step writes. An empty
-- draw moves to a later slot, which is its id.

SELECT restrict_application('double_trouble_draw',
  '{id,interval_ms,max,closes_at,draws_at,state,winning_number,seed,drawn_at,epoch}');
CREATE TRIGGER double_trouble_draw_is_final BEFORE UPDATE OR DELETE ON double_trouble_draw
  FOR EACH ROW WHEN (OLD.state IN ('finished', 'void')) EXECUTE FUNCTION refuse_final_change();

SELECT restrict_application('double_trouble_bet', '{outcome,amount_won,settled_at}');
CREATE TRIGGER double_trouble_bet_is_final BEFORE UPDATE OR DELETE ON double_trouble_bet
  FOR EACH ROW WHEN (OLD.outcome <> 'pending') EXECUTE FUNCTION refuse_final_change();
