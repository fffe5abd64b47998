-- Fragments that the statements of any file may include.

-- @fragment openPlayer
-- A common table expression for statements that write rows of the player: it is empty where the account is closed.
-- Its lock and that of a closing exclude each other: either the closing finds the rows, or they are not written.
open_player AS MATERIALIZED (SELECT id FROM player WHERE id = :player_id AND closed_at IS NULL FOR KEY SHARE)

-- @fragment kindsOfCause
-- The kinds of transfers that a list of the view `cause` may have caused: `kind`, or those that begin with it.
ARRAY(SELECT k FROM unnest(enum_range(NULL::transfer_kind)) k
    WHERE k::text = :kind OR starts_with(k::text, :kind || '_'))

-- @fragment isPlayersTransfer
-- Transfer `x` moved coins of the player.
(x.debit_account IN (coins_account(:player_id), winnings_account(:player_id))
    OR x.credit_account IN (coins_account(:player_id), winnings_account(:player_id)))
