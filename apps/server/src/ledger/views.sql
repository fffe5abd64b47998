-- Views over what all games store, so that a statement of the core need not know which games there are. Below are their
-- columns, and what the core itself adds. Each game has the rows of its tables in games/<game>/server/views.sql.
-- src/platform/database/views.ts joins both by UNION ALL, each branch with exactly these types.
--
-- A branch that is read by a player and a range of ids is a SELECT of one table, without WHERE, GROUP BY or LIMIT: what
-- else it needs is in subqueries of its columns. Then a condition on the view uses the indexes of that table, and so
-- does its order.

-- Every stake, with what the ledger must have moved for it so far. Its id is the source of its transfers.
-- @view game_stake
SELECT
  NULL::text AS game, -- the folder
  NULL::bigint AS id,
  NULL::bigint AS player_id,
  NULL::bigint AS amount,
  NULL::bigint AS payout,
  NULL::bigint AS refund,
  NULL::boolean AS is_settled, -- decided, and not void
  -- Where the game's results are not in the public log it needs an index: all stakes of a day are added up.
  NULL::timestamptz AS ended_at,
  NULL::timestamptz AS placed_at,
  NULL::text AS round, -- the id of the page of its round, game or draw
  NULL::integer AS hundredths -- what a win was multiplied by; null where that is no column
WHERE false;

-- What a game stores of its players, by the names of `lists` in `defineGame`.
-- @view game_row
SELECT
  NULL::text AS game, -- the folder
  NULL::text AS list,
  NULL::bigint AS player_id,
  NULL::bigint AS id,
  NULL::bigint[] AS sources, -- of the transfers that the row caused, whose kinds begin with the game's prefix
  NULL::json AS row -- in the player's export
WHERE false;

-- What caused the transfers of a player: rows of games and of the core. Transfers have no index by account, which every
-- bet would pay for: they are found by their kinds and sources.
-- @view cause
SELECT game AS source, list, player_id, id, sources FROM game_row
UNION ALL SELECT 'signup', 'signup', id, id, ARRAY[id] FROM player
UNION ALL SELECT 'ad', 'adViews', player_id, id, ARRAY[id] FROM ad_view
UNION ALL SELECT 'referral', 'invited', referrer_id, referred_id, ARRAY[2 * referred_id] FROM referral
UNION ALL SELECT 'referral', 'invitedBy', referred_id, referred_id, ARRAY[2 * referred_id + 1] FROM referral
UNION ALL SELECT 'card', 'cardClaims', player_id, id, ARRAY[id] FROM card_claim
UNION ALL SELECT 'correction', 'corrections', player_id, id, ARRAY[2 * id, 2 * id + 1] FROM coin_correction
UNION ALL SELECT 'closed', 'closing', player_id, id, ARRAY[2 * id, 2 * id + 1] FROM account_closing;

-- The nonces that games have used of players' seeds.
-- @view seed_use
SELECT NULL::text AS game, NULL::bigint AS seed_id, NULL::integer AS nonce WHERE false;

-- The days of the site on which a player used a game without a stake.
-- @view free_day
SELECT NULL::text AS game, NULL::bigint AS player_id, NULL::date AS day WHERE false;
