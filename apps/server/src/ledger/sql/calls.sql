-- Calls that move coins, and the players who send them.

-- @statement lockCallers
-- Locks the wallets of calls with keys, in the order of players, so that batches never wait for each other in a
-- circle. Returns the places, from 1, of the calls whose player's account is open and whose session, where the call
-- names one, had not ended `ago_ms` ago. A repeat of a call in progress waits here, and the statement that looks
-- up its key comes after this one. No row with a key is added once a closing has locked the wallet.
-- @nullable session_ids[]
SELECT c AS "place!" FROM lock_callers(:player_ids, :session_ids, :ago_ms) c;
