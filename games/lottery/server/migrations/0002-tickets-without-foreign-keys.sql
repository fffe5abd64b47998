-- As for bets of Aviator: a ticket is sold while its draw and the wallet of its player are locked, or made from an advance
-- ticket that was, and the application may delete none of them. The audit looks for tickets without them.
ALTER TABLE lottery_ticket
  DROP CONSTRAINT lottery_ticket_draw_id_fkey, DROP CONSTRAINT lottery_ticket_player_id_fkey;
