-- Games that are over stay as they are; of the others the application changes what a step writes.

SELECT restrict_application('minefield_game', '{gem_tiles,hit_tile,state,amount_won,updated_at}');
CREATE TRIGGER minefield_game_is_final BEFORE UPDATE OR DELETE ON minefield_game
  FOR EACH ROW WHEN (OLD.state <> 'Playing') EXECUTE FUNCTION refuse_final_change();
