-- The boards. Order: won, then today's stakes, then the older account. Spans are 'd', 'w', 'm' and, for all time, 'a'.

-- @fragment isRanked
NOT EXISTS (SELECT FROM unranked_player u WHERE u.id = p.id)

-- @fragment isRankedBot
p.bot AND p.closed_at IS NULL AND p.email IS NOT NULL AND NOT is_suspended(p.suspended_at, p.suspended_until)

-- @fragment todaysBids
(CASE WHEN w.staked_on = (SELECT day FROM today) THEN w.staked_today ELSE 0 END)

-- @fragment windowStart
(CASE :span::"char" WHEN 'd' THEN t.day WHEN 'w' THEN date_trunc('week', t.day)::date
  WHEN 'm' THEN date_trunc('month', t.day)::date ELSE '-infinity' END)

-- @fragment wonInSpan
(CASE :span::"char" WHEN 'a' THEN w.total_won ELSE coalesce(s.won, 0) END)::bigint

-- @statement readBoard
SELECT id AS "id!", avatar, username AS "username!", won AS "won!", todays_bids AS "todays_bids!"
FROM board_places(:span::"char", :skipped::bigint, :max_rows::bigint);

-- @statement findListedPlace
-- A player's place among the first of a board. No row if it is not among them.
SELECT place
FROM board_places(:span::"char", 0, :max_places::bigint) WITH ORDINALITY AS b (id, avatar, username, won, bids, place)
WHERE id = :player_id;

-- The boards of bots. They are few, so that all of them are read and put in order.

-- @fragment rankedBots
bots AS MATERIALIZED (
  SELECT p.id, p.avatar, p.username, {{todaysBids}} AS todays_bids, {{wonInSpan}} AS won
  FROM today t CROSS JOIN player p JOIN wallet w ON w.player_id = p.id
  LEFT JOIN standing s ON s.span = :span::"char" AND s.since = {{windowStart}} AND s.player_id = p.id
  WHERE {{isRankedBot}}
)

-- @statement readBoardOfBots
WITH {{rankedBots}}
SELECT * FROM bots ORDER BY won DESC, todays_bids DESC, id OFFSET :skipped::bigint LIMIT :max_rows::bigint;

-- @statement countBotsBefore
WITH {{rankedBots}}
SELECT count(*) AS ahead FROM bots
WHERE (won, todays_bids, -id) > (:own_won::bigint, :own_bids::bigint, -:own_id::bigint);

-- The boards of games, of all time. They list players who won something: won, then the older account.

-- @fragment accountOfGame
(SELECT a.id FROM account a WHERE a.name = :account)

-- @statement readBoardOfGame
SELECT p.id, p.avatar, p.username, g.won, {{todaysBids}} AS todays_bids
FROM game_standing g JOIN player p ON p.id = g.player_id JOIN wallet w ON w.player_id = p.id
WHERE {{isRanked}} AND g.account = {{accountOfGame}}
ORDER BY g.won DESC, g.player_id OFFSET :skipped::bigint LIMIT :max_rows::bigint;

-- @statement readBoardOfGameOfBots
SELECT p.id, p.avatar, p.username, g.won, {{todaysBids}} AS todays_bids
FROM player p JOIN game_standing g ON g.player_id = p.id JOIN wallet w ON w.player_id = p.id
WHERE {{isRankedBot}} AND g.account = {{accountOfGame}}
ORDER BY g.won DESC, g.player_id OFFSET :skipped::bigint LIMIT :max_rows::bigint;

-- @statement findOwnOfGame
-- A player's place on the board of a game: null for a guest, and for a player who won nothing in it. It stops counting
-- after `max_places`.
SELECT p.bot, {{todaysBids}} AS bids, coalesce(o.won, 0) AS won,
  CASE WHEN p.email IS NOT NULL AND o.won IS NOT NULL THEN (
    SELECT count(*) FROM (
      SELECT FROM game_standing g JOIN player q ON q.id = g.player_id
      WHERE g.account = o.account AND g.won >= o.won AND (g.won, -g.player_id) > (o.won, -o.player_id)
        AND q.closed_at IS NULL AND q.email IS NOT NULL AND q.bot = p.bot
        AND NOT is_suspended(q.suspended_at, q.suspended_until)
      LIMIT :max_places::bigint
    ) ahead
  ) END AS ahead
FROM player p JOIN wallet w ON w.player_id = p.id
LEFT JOIN game_standing o ON o.player_id = p.id AND o.account = {{accountOfGame}}
WHERE p.id = :player_id;

-- @statement searchPlayers
-- Players whose name begins so, in lower case; `name_end` is the first text after all of these names.
SELECT p.id, p.avatar, p.username, p.bot, w.total_won FROM player p JOIN wallet w ON w.player_id = p.id
WHERE p.closed_at IS NULL AND p.email IS NOT NULL AND NOT is_suspended(p.suspended_at, p.suspended_until)
  AND p.name_key >= :name_start AND p.name_key < :name_end
ORDER BY p.name_key LIMIT :max_rows::bigint;

-- @statement carryStandings
-- A batch of the boards of days and weeks that nobody reads any more. Returns how many rows there were.
SELECT ledger.carry_standings(:epoch, :stored_days::integer, :max_rows::integer) AS "carried!";

-- @statement findOwn
-- A player's amounts on a board, and what its histogram says: how many players are on the board, how many of them won
-- at least as much, and whether more players than are listed won more. Amounts of a window only grow, so that the
-- latter stays true. Nothing is said by a histogram of another window.
SELECT w.player_id AS id, p.email IS NULL AS guest, p.bot, {{todaysBids}} AS bids, own.won,
  coalesce(h.players[1], 0) AS players, coalesce(b.at_least, 0) AS at_least, coalesce(b.is_beyond, false) AS is_beyond
FROM (SELECT {{windowStart}} AS since FROM today t) n CROSS JOIN wallet w JOIN player p ON p.id = w.player_id
LEFT JOIN standing s ON s.span = :span::"char" AND s.since = n.since AND s.player_id = w.player_id
CROSS JOIN LATERAL (SELECT {{wonInSpan}} AS won) own
LEFT JOIN board_histogram h ON h.span = :span::"char"
CROSS JOIN LATERAL (
  SELECT max(players) FILTER (WHERE won >= own.won) AS at_least, bool_or(won > own.won) AS is_beyond
  FROM unnest(h.won, h.players) AS bound (won, players) WHERE h.since = n.since
) b
WHERE w.player_id = :player_id;

-- @statement isHistogramFresh
SELECT EXISTS (
  SELECT FROM board_histogram h, today t WHERE h.span = :span::"char" AND h.since = {{windowStart}}
    AND h.counted_at > clock_timestamp() - :fresh_ms::bigint * interval '1 millisecond'
) AS fresh;

-- @statement countHistogram
-- Stores one amount for each 2 % more players, from the first who is not listed down to the last.
WITH n AS MATERIALIZED (
  SELECT {{windowStart}} AS since FROM today t
), amount AS MATERIALIZED (
  SELECT {{wonInSpan}} AS won, count(*) AS equal FROM n CROSS JOIN wallet w
  LEFT JOIN standing s ON s.span = :span::"char" AND s.since = n.since AND s.player_id = w.player_id
  LEFT JOIN unranked_player u ON u.id = w.player_id
  WHERE u.id IS NULL
  GROUP BY 1
), summed AS (
  SELECT won, equal, (sum(equal) OVER (ORDER BY won DESC))::bigint AS players, sum(equal) OVER () AS total FROM amount
), bound AS (
  SELECT won, players FROM summed WHERE players > :listed_places::bigint
    AND (players = total OR floor(50 * ln(players)) > floor(50 * ln(greatest(players - equal, 1))))
)
INSERT INTO board_histogram (span, since, counted_at, won, players)
SELECT :span::"char", n.since, clock_timestamp(), coalesce((SELECT array_agg(won ORDER BY won) FROM bound), '{}'),
  coalesce((SELECT array_agg(players ORDER BY won) FROM bound), '{}')
FROM n
ON CONFLICT (span) DO UPDATE SET since = excluded.since, counted_at = excluded.counted_at, won = excluded.won,
  players = excluded.players;
