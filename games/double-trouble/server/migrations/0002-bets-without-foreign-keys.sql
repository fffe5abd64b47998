-- As for bets of Aviator: the statement that places a bet locks its draw and the wallet of its player, and the application
-- may delete neither. The audit looks for bets without them.
ALTER TABLE double_trouble_bet
  DROP CONSTRAINT double_trouble_bet_draw_id_fkey, DROP CONSTRAINT double_trouble_bet_player_id_fkey;
