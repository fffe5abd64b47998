-- Bets name their draw, which therefore keeps its id and stays.
CREATE TRIGGER double_trouble_draw_keeps_bets AFTER UPDATE OF id OR DELETE ON double_trouble_draw
  FOR EACH ROW EXECUTE FUNCTION refuse_bets_left_behind('double_trouble_bet', 'draw_id');
