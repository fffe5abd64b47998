-- The newest rows of what is stored about a player, as JSON texts.

-- @statement movements
-- Only the newest rows of each list of the view `cause` can have caused one of the newest movements.
WITH asked AS MATERIALIZED (
  SELECT l.list, ARRAY(SELECT k FROM unnest(enum_range(NULL::transfer_kind)) k
    WHERE k::text = l.kind OR starts_with(k::text, l.kind || '_')) AS kinds
  FROM unnest(:lists::text[], :kinds::text[]) AS l (list, kind)
)
SELECT row_to_json(t)::text AS "row!" FROM (
  SELECT x.id, x.created_at, x.kind, x.source,
    CASE WHEN x.debit_account IN (coins_account(:player_id), winnings_account(:player_id))
      THEN -x.amount ELSE x.amount END AS amount,
    CASE WHEN coins_account(:player_id) IN (x.debit_account, x.credit_account)
      THEN 'coins' ELSE 'winnings' END AS balance
  FROM asked a CROSS JOIN LATERAL (
    SELECT c.sources FROM cause c WHERE c.list = a.list AND c.player_id = :player_id
    ORDER BY c.id DESC LIMIT :max_rows
  ) c
  CROSS JOIN LATERAL (
    SELECT y.* FROM transfer y WHERE y.kind = ANY (a.kinds) AND y.source = ANY (c.sources)
    -- Otherwise PostgreSQL may look for the newest transfers of the player among those of all.
    OFFSET 0
  ) x
  WHERE {{isPlayersTransfer}}
  ORDER BY x.id DESC LIMIT :max_rows
) t;

-- @statement gameRows
-- A list of the view `game_row`.
-- @unprepared a plan for any player sorts all rows of the list
SELECT r.row::text AS "row!" FROM game_row r
WHERE r.list = :list AND r.player_id = :player_id ORDER BY r.id DESC LIMIT :max_rows;

-- @statement sessions
SELECT row_to_json(t)::text AS "row!" FROM (
  SELECT id, user_agent, created_at, last_seen_at, expires_at FROM session
  WHERE player_id = :player_id ORDER BY id DESC LIMIT :max_rows
) t;

-- @statement accessTokens
SELECT row_to_json(t)::text AS "row!" FROM (
  SELECT id, name, scopes, last_four, created_at, expires_at, last_used_on FROM access_token
  WHERE player_id = :player_id ORDER BY id DESC LIMIT :max_rows
) t;

-- @statement breaks
SELECT row_to_json(t)::text AS "row!" FROM (
  SELECT id, starts_at, ends_at FROM play_break
  WHERE player_id = :player_id ORDER BY id DESC LIMIT :max_rows
) t;

-- @statement plannedLimit
SELECT row_to_json(t)::text AS "row!" FROM (
  SELECT daily_stake, effective_at FROM limit_change WHERE player_id = :player_id LIMIT :max_rows
) t;

-- @statement ads
SELECT row_to_json(t)::text AS "row!" FROM (
  SELECT id, coins, started_at, paid_at FROM ad_view
  WHERE player_id = :player_id ORDER BY id DESC LIMIT :max_rows
) t;

-- @statement invitedPlayers
SELECT row_to_json(t)::text AS "row!" FROM (
  SELECT r.referred_id AS id, p.username, r.state, r.earned_at, r.rewarded_at
  FROM referral r JOIN player p ON p.id = r.referred_id
  WHERE r.referrer_id = :player_id ORDER BY r.referred_id DESC LIMIT :max_rows
) t;

-- @statement corrections
SELECT row_to_json(t)::text AS "row!" FROM (
  SELECT id, amount, reason, created_at FROM coin_correction
  WHERE player_id = :player_id ORDER BY id DESC LIMIT :max_rows
) t;

-- @statement messages
SELECT row_to_json(t)::text AS "row!" FROM (
  SELECT m.id, m.title, m.created_at, m.answered_at
  FROM contact_message m JOIN player p ON p.id = :player_id
  WHERE m.email_key = p.email_key AND p.email_confirmed_at IS NOT NULL ORDER BY m.id DESC LIMIT :max_rows
) t;
