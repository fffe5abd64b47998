-- Rounds and bets that are over stay as they are; of the others the application changes what a later step writes.

SELECT restrict_application('aviator_round', '{state,seed,starts_at,crash_at,finished_at,epoch}');
CREATE TRIGGER aviator_round_is_final BEFORE UPDATE OR DELETE ON aviator_round
  FOR EACH ROW WHEN (OLD.state IN ('finished', 'void')) EXECUTE FUNCTION refuse_final_change();

SELECT restrict_application('aviator_bet', '{outcome,cash_out_hundredths,amount_won,settled_at}');
CREATE TRIGGER aviator_bet_is_final BEFORE UPDATE OR DELETE ON aviator_bet
  FOR EACH ROW WHEN (OLD.outcome <> 'pending') EXECUTE FUNCTION refuse_final_change();
