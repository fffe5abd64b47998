-- Calls of the ledger's functions that belong to no game.

-- @statement lockWallets
-- Locks the wallets of these players in the order of their ids. A wallet is the one row of a player that is never
-- replaced: the next statement of the transaction sees all that the player's other calls have committed.
SELECT player_id FROM ledger.lock_wallets(:player_ids);

-- @statement emptyClosedWallets
-- @nullable player_id
SELECT player_id AS "player_id!" FROM ledger.empty_closed_wallets(:player_id, :max_players) AS player_id;

-- @statement correctCoins
SELECT coins AS "coins!", winnings AS "winnings!" FROM ledger.correct_coins(:player_id, :amount, :reason);

-- @statement findStaked
-- What was staked on a bet, or null where it has no stake. By the columns of the unique index, so that the ledger is
-- not read once for each line.
SELECT sum(amount)::bigint AS staked FROM transfer
WHERE kind = ANY (:kinds::text[]::transfer_kind[]) AND source = :bet;
