-- Standings are written together with the wallets of their players, which the application may not delete and which protect
-- the player by a foreign key, and with the account of the game. Checking both again for each new row was a tenth of what
-- settling a draw costs. The audit computes the standings again.
ALTER TABLE standing DROP CONSTRAINT standing_player_id_fkey;
ALTER TABLE game_standing DROP CONSTRAINT game_standing_account_fkey, DROP CONSTRAINT game_standing_player_id_fkey;
