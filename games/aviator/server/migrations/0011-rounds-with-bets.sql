-- Bets name their round, which therefore keeps its id and stays.
CREATE TRIGGER aviator_round_keeps_bets AFTER UPDATE OF id OR DELETE ON aviator_round
  FOR EACH ROW EXECUTE FUNCTION refuse_bets_left_behind('aviator_bet', 'round_id');
