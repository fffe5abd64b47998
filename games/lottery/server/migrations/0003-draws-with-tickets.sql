-- Tickets name their draw, which therefore keeps its id and stays.
CREATE TRIGGER lottery_draw_keeps_bets AFTER UPDATE OF id OR DELETE ON lottery_draw
  FOR EACH ROW EXECUTE FUNCTION refuse_bets_left_behind('lottery_ticket', 'draw_id');
