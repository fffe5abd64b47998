-- The boards. Order: won, then today's stakes, then the older account. Each query of a board reads a handful of rows
-- from the ends of two indexes, so that it costs the same with a thousand players and with a million; 11-boards.sql of the ledger
-- says how.

-- @fragment isRanked
-- Closed accounts and guests are on no board; bots have boards of their own.
p.closed_at IS NULL AND p.email IS NOT NULL AND NOT p.bot

-- @fragment todaysBids
(CASE WHEN w.staked_on = (SELECT day FROM today) THEN w.staked_today ELSE 0 END)

-- @fragment windowStart
(CASE :span::"char" WHEN 'w' THEN date_trunc('week', t.day)::date WHEN 'm' THEN date_trunc('month', t.day)::date
  ELSE t.day END)

-- @statement readBoardOfAllTime
-- The players after a mark, of whom `skipped` are left out.
SELECT id AS "id!", avatar, username AS "username!", won AS "won!", todays_bids AS "todays_bids!"
FROM board_of_all_time(:mark_won::bigint, :mark_bids::bigint, :mark_id::bigint, :skipped::bigint, :max_rows::bigint);

-- @statement readBoardOfSpan
-- The same of a day, a week or a month.
SELECT id AS "id!", avatar, username AS "username!", won AS "won!", todays_bids AS "todays_bids!"
FROM board_of_span(:span::"char", :mark_won::bigint, :mark_bids::bigint, :mark_id::bigint, :skipped::bigint,
  :max_rows::bigint);

-- The boards of bots. They are few, so that all of them are read and put in order.

-- @fragment rankedBots
bots AS MATERIALIZED (
  SELECT p.id, p.avatar, p.username, {{todaysBids}} AS todays_bids,
    (CASE WHEN :span::"char" IS NULL THEN w.total_won ELSE coalesce(s.won, 0) END)::bigint AS won
  FROM today t CROSS JOIN player p JOIN wallet w ON w.player_id = p.id
  LEFT JOIN standing s ON s.span = :span::"char" AND s.since = {{windowStart}} AND s.player_id = p.id
  WHERE p.bot AND p.closed_at IS NULL AND p.email IS NOT NULL
)

-- @statement readBoardOfBots
-- @nullable span
WITH {{rankedBots}}
SELECT * FROM bots ORDER BY won DESC, todays_bids DESC, id OFFSET :skipped::bigint LIMIT :max_rows::bigint;

-- @statement countBotsBefore
-- @nullable span
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
WHERE p.bot AND p.closed_at IS NULL AND p.email IS NOT NULL AND g.account = {{accountOfGame}}
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
      LIMIT :max_places::bigint
    ) ahead
  ) END AS ahead
FROM player p JOIN wallet w ON w.player_id = p.id
LEFT JOIN game_standing o ON o.player_id = p.id AND o.account = {{accountOfGame}}
WHERE p.id = :player_id;

-- @statement searchPlayers
-- Players whose name begins so, in lower case; `name_end` is the first text after all of these names.
SELECT p.id, p.avatar, p.username, p.bot, w.total_won FROM player p JOIN wallet w ON w.player_id = p.id
WHERE p.closed_at IS NULL AND p.email IS NOT NULL
  AND lower(p.username) ~>=~ :name_start AND lower(p.username) ~<~ :name_end
ORDER BY lower(p.username) USING ~<~ LIMIT :max_rows::bigint;

-- @statement carryStandings
-- A batch of the boards of days and weeks that nobody reads any more. Returns how many rows there were.
SELECT ledger.carry_standings(:epoch, :stored_days::integer, :max_rows::integer) AS "carried!";

-- @statement findMoment
SELECT day, clock_timestamp() AS at FROM today;

-- @statement findOwn
-- @nullable span
WITH now_on AS MATERIALIZED (
  SELECT t.day, {{windowStart}} AS since FROM today t
)
SELECT w.player_id AS id, p.email IS NULL AS guest, p.bot, now_on.day, now_on.since, clock_timestamp() AS at,
  (CASE WHEN w.staked_on = now_on.day THEN w.staked_today ELSE 0 END)::bigint AS bids,
  (CASE WHEN :span::"char" IS NULL THEN w.total_won ELSE coalesce((SELECT s.won FROM standing s
    WHERE s.span = :span AND s.since = now_on.since AND s.player_id = w.player_id), 0) END)::bigint AS won
FROM wallet w JOIN player p ON p.id = w.player_id, now_on WHERE w.player_id = :player_id;

-- A player's own place.

-- @fragment isRankedWallet
NOT EXISTS (SELECT FROM player c WHERE c.id = w.player_id AND (c.closed_at IS NOT NULL OR c.email IS NULL OR c.bot))

-- @statement countBetweenOfAllTime
-- @nullable max_rows
SELECT count_between_of_all_time(:day::date, :own_won::bigint, :own_bids::bigint, :own_id::bigint, :mark_won::bigint,
  :mark_bids::bigint, :mark_id::bigint, :max_rows::bigint) AS ahead;

-- @statement countBetweenOfSpan
-- @nullable max_rows
SELECT count_between_of_span(:span::"char", :since::date, :day::date, :own_won::bigint, :own_bids::bigint,
  :own_id::bigint, :mark_won::bigint, :mark_bids::bigint, :mark_id::bigint, :max_rows::bigint) AS ahead;

-- @statement recountMarksOfAllTime
-- Goes through a board and stores every so-manyth key, unless its marks are of today and younger than that. Several
-- processes that ask at once wait for the first, and find its marks.
WITH now_on AS MATERIALIZED (SELECT day FROM today),
old AS MATERIALIZED (
  SELECT m.board FROM board_marks m, now_on WHERE m.board = :board
    AND (m.taken_at <= clock_timestamp() - :younger_ms::bigint * interval '1 millisecond' OR m.day <> now_on.day)
  FOR UPDATE OF m
)
UPDATE board_marks m SET taken_at = statement_timestamp(), day = now_on.day, every = size.every,
  keys = (
    SELECT coalesce(string_agg(int8send(won) || int8send(bids) || int8send(id), ''::bytea ORDER BY place), '')
    FROM (SELECT *, row_number() OVER (ORDER BY won DESC, bids DESC, id) AS place FROM (SELECT w.total_won AS won,
    (CASE WHEN w.staked_on = now_on.day THEN w.staked_today ELSE 0 END)::bigint AS bids, w.player_id AS id
  FROM now_on, wallet w 
  WHERE {{isRankedWallet}}) board) placed
    WHERE (place - 1) % size.every = 0
  )
FROM old, now_on, LATERAL (
  SELECT greatest(1, ceil(count(*)::numeric / :max_marks::bigint))::bigint AS every FROM wallet WHERE old.board IS NOT NULL
) size
WHERE m.board = old.board;

-- @statement recountMarksOfSpan
WITH now_on AS MATERIALIZED (SELECT day FROM today),
old AS MATERIALIZED (
  SELECT m.board FROM board_marks m, now_on WHERE m.board = :board
    AND (m.taken_at <= clock_timestamp() - :younger_ms::bigint * interval '1 millisecond' OR m.day <> now_on.day)
  FOR UPDATE OF m
)
UPDATE board_marks m SET taken_at = statement_timestamp(), day = now_on.day, every = size.every,
  keys = (
    SELECT coalesce(string_agg(int8send(won) || int8send(bids) || int8send(id), ''::bytea ORDER BY place), '')
    FROM (SELECT *, row_number() OVER (ORDER BY won DESC, bids DESC, id) AS place FROM (SELECT coalesce(s.won, 0) AS won,
    (CASE WHEN w.staked_on = now_on.day THEN w.staked_today ELSE 0 END)::bigint AS bids, w.player_id AS id
  FROM now_on, wallet w LEFT JOIN standing s ON s.span = :span::"char" AND s.player_id = w.player_id
    AND s.since = (SELECT {{windowStart}} FROM now_on t)
  WHERE {{isRankedWallet}}) board) placed
    WHERE (place - 1) % size.every = 0
  )
FROM old, now_on, LATERAL (
  SELECT greatest(1, ceil(count(*)::numeric / :max_marks::bigint))::bigint AS every FROM wallet WHERE old.board IS NOT NULL
) size
WHERE m.board = old.board;

-- @statement hasPlacesBeyond
SELECT EXISTS (SELECT FROM wallet OFFSET :places::bigint) AS has_more;

-- @statement listCountedMarks
-- Without their keys, which are hundreds of kilobytes.
SELECT board, taken_at FROM board_marks WHERE taken_at > '2000-01-01';

-- @statement readMarks
-- Marks that were never counted have the time of the column's default.
SELECT taken_at, day, every, keys, taken_at > '2000-01-01' AS counted FROM board_marks WHERE board = :board;
