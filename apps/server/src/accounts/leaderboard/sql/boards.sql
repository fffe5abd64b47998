-- The boards. Order: won, then today's stakes, then the older account. Each query of a board reads a handful of rows
-- from the ends of two indexes, so that it costs the same with a thousand players and with a million: who stands on the
-- board is either among the first by (won, age), or played today and shares the lowest amount on it.

-- @fragment isRanked
-- Closed accounts and guests are on no board; bots have boards of their own.
p.closed_at IS NULL AND p.email IS NOT NULL AND NOT p.bot

-- @fragment todaysBids
(CASE WHEN w.staked_on = (SELECT day FROM today) THEN w.staked_today ELSE 0 END)

-- @fragment orderedBoard
SELECT p.id, p.avatar, p.username, c.won, {{todaysBids}} AS todays_bids
FROM candidates c JOIN player p ON p.id = c.player_id JOIN wallet w ON w.player_id = p.id
ORDER BY c.won DESC, todays_bids DESC, p.id OFFSET :skipped::bigint LIMIT :max_rows::bigint

-- @fragment isAfterMark
({{todaysBids}}, -w.player_id) < (:mark_bids::bigint, -:mark_id::bigint)

-- @fragment firstIdle
-- The oldest account without stakes of today that may follow the mark, where it won as much as the mark.
CASE WHEN :mark_bids::bigint = 0 THEN :mark_id::bigint ELSE 0 END

-- @fragment windowStart
(CASE :span::"char" WHEN 'w' THEN date_trunc('week', t.day)::date WHEN 'm' THEN date_trunc('month', t.day)::date
  ELSE t.day END)

-- @statement readBoardOfAllTime
-- The players after a mark, of whom `skipped` are left out.
WITH lower AS MATERIALIZED (
  SELECT w.player_id, w.total_won AS won FROM wallet w JOIN player p ON p.id = w.player_id
  WHERE {{isRanked}} AND w.total_won < :mark_won::bigint
  ORDER BY w.total_won DESC, w.player_id LIMIT :skipped::bigint + :max_rows::bigint
),
candidates AS (
  SELECT * FROM lower
  UNION
  SELECT w.player_id, w.total_won FROM wallet w JOIN player p ON p.id = w.player_id
  WHERE {{isRanked}} AND w.staked_on = (SELECT day FROM today) AND w.total_won = (SELECT min(won) FROM lower)
  UNION
  SELECT w.player_id, w.total_won FROM wallet w JOIN player p ON p.id = w.player_id
  WHERE {{isRanked}} AND w.staked_on = (SELECT day FROM today) AND w.total_won = :mark_won::bigint
    AND w.staked_today > 0 AND {{isAfterMark}}
  UNION
  (SELECT w.player_id, w.total_won FROM wallet w JOIN player p ON p.id = w.player_id
    WHERE {{isRanked}} AND w.total_won = :mark_won::bigint AND w.player_id > {{firstIdle}} AND {{todaysBids}} = 0
    ORDER BY w.player_id LIMIT :skipped::bigint + :max_rows::bigint)
)
{{orderedBoard}};

-- @statement readBoardOfSpan
-- The same of a day, a week or a month.
WITH span AS (SELECT :span::"char" AS span, {{windowStart}} AS since FROM today t),
winners AS MATERIALIZED (
  SELECT s.player_id, s.won FROM standing s JOIN player p ON p.id = s.player_id
  WHERE {{isRanked}} AND (s.span, s.since) = (SELECT span, since FROM span) AND s.won < :mark_won::bigint
  ORDER BY s.won DESC, s.player_id LIMIT :skipped::bigint + :max_rows::bigint
),
lowest AS (
  SELECT CASE WHEN count(*) < :skipped::bigint + :max_rows::bigint THEN 0 ELSE min(won) END AS won FROM winners
),
candidates AS (
  SELECT * FROM winners
  UNION
  SELECT s.player_id, s.won FROM standing s JOIN player p ON p.id = s.player_id JOIN wallet w ON w.player_id = p.id
  WHERE {{isRanked}} AND (s.span, s.since) = (SELECT span, since FROM span)
    AND s.won = (SELECT won FROM lowest) AND w.staked_on = (SELECT day FROM today)
  UNION
  SELECT s.player_id, s.won FROM standing s JOIN player p ON p.id = s.player_id JOIN wallet w ON w.player_id = p.id
  WHERE {{isRanked}} AND (s.span, s.since) = (SELECT span, since FROM span)
    AND s.won = :mark_won::bigint AND {{isAfterMark}}
  UNION
  -- Below them are players without a win in it: those who played today, then the oldest accounts.
  SELECT player_id, 0 FROM (
    (SELECT w.player_id FROM wallet w JOIN player p ON p.id = w.player_id
      WHERE (SELECT won FROM lowest) = 0 AND {{isRanked}} AND w.staked_on = (SELECT day FROM today) AND w.staked_today > 0
        AND (:mark_won::bigint > 0 OR {{isAfterMark}})
        AND NOT EXISTS (SELECT FROM standing s
          WHERE (s.span, s.since) = (SELECT span, since FROM span) AND s.player_id = w.player_id)
      ORDER BY w.staked_today DESC, w.player_id LIMIT :skipped::bigint + :max_rows::bigint)
    UNION ALL
    (SELECT w.player_id FROM wallet w JOIN player p ON p.id = w.player_id
      WHERE (SELECT won FROM lowest) = 0 AND {{isRanked}} AND {{todaysBids}} = 0
        AND w.player_id > CASE WHEN :mark_won::bigint = 0 THEN {{firstIdle}} ELSE 0 END
        AND NOT EXISTS (SELECT FROM standing s
          WHERE (s.span, s.since) = (SELECT span, since FROM span) AND s.player_id = w.player_id)
      ORDER BY w.player_id LIMIT :skipped::bigint + :max_rows::bigint)
  ) rest
)
{{orderedBoard}};

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

-- @statement readBoardOfGame
SELECT p.id, p.avatar, p.username, g.won, {{todaysBids}} AS todays_bids
FROM game_standing g JOIN player p ON p.id = g.player_id JOIN wallet w ON w.player_id = p.id
WHERE {{isRanked}} AND g.account = :account::bigint
ORDER BY g.won DESC, g.player_id OFFSET :skipped::bigint LIMIT :max_rows::bigint;

-- @statement readBoardOfGameOfBots
SELECT p.id, p.avatar, p.username, g.won, {{todaysBids}} AS todays_bids
FROM player p JOIN game_standing g ON g.player_id = p.id JOIN wallet w ON w.player_id = p.id
WHERE p.bot AND p.closed_at IS NULL AND p.email IS NOT NULL AND g.account = :account::bigint
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
LEFT JOIN game_standing o ON o.player_id = p.id AND o.account = :account::bigint
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

-- @statement startBoards
SELECT ledger.start_boards(:epoch) AS "started!";

-- @statement countOldGains
SELECT ledger.count_old_gains(:epoch, :max_transfers::bigint) AS remaining;

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

-- A player's own place. Those between a mark and the player are counted in parts, each through an index and each
-- abandoned once it has read more than `max_rows` (null: any number), so that no request costs more than another. The
-- later parts are counted only where the first could be: it alone reveals those far down.

-- @fragment isRankedWallet
NOT EXISTS (SELECT FROM player c WHERE c.id = w.player_id AND (c.closed_at IS NOT NULL OR c.email IS NULL OR c.bot))
-- @fragment isRankedStanding
NOT EXISTS (SELECT FROM player c WHERE c.id = s.player_id AND (c.closed_at IS NOT NULL OR c.email IS NULL OR c.bot))
-- @fragment bids
(CASE WHEN w.staked_on = :day::date THEN w.staked_today ELSE 0 END)
-- @fragment isBehindMark
({{bids}}, -w.player_id) < (:mark_bids::bigint, -:mark_id::bigint)
-- @fragment isBetween
({{bids}}, -w.player_id) > (:own_bids::bigint, -:own_id::bigint)
        AND (:mark_won::bigint <> :own_won::bigint OR {{isBehindMark}})
-- @fragment isIdleMark
-- The mark is a player without stakes who won as much: only older accounts are between.
(:mark_won::bigint = :own_won::bigint AND :mark_bids::bigint = 0)
-- @fragment isOlder
w.player_id < :own_id::bigint AND w.player_id > CASE WHEN {{isIdleMark}} THEN :mark_id::bigint ELSE 0 END
-- @fragment ofSpan
s.span = :span::"char" AND s.since = :since::date
-- @fragment isNoWinner
NOT EXISTS (SELECT FROM standing s WHERE {{ofSpan}} AND s.player_id = w.player_id)

-- @statement countBetweenOfAllTime
-- @nullable max_rows
WITH richer AS MATERIALIZED (SELECT
  (CASE WHEN (
      SELECT count(*) FROM (
        SELECT FROM wallet w WHERE w.total_won > :own_won::bigint AND w.total_won < :mark_won::bigint ORDER BY w.total_won DESC
        LIMIT :max_rows::bigint + 1
      ) read
    ) > :max_rows::bigint THEN NULL
    ELSE (
      SELECT count(*) FROM wallet w WHERE w.total_won > :own_won::bigint AND w.total_won < :mark_won::bigint
        AND {{isRankedWallet}}
    ) END) AS n)
SELECT CASE WHEN richer.n IS NOT NULL THEN richer.n + 
  (CASE WHEN (
      SELECT count(*) FROM (
        SELECT FROM wallet w WHERE w.total_won = :mark_won::bigint AND :mark_won::bigint > :own_won::bigint
        LIMIT :max_rows::bigint + 1
      ) read
    ) > :max_rows::bigint THEN NULL
    ELSE (
      SELECT count(*) FROM wallet w WHERE w.total_won = :mark_won::bigint AND :mark_won::bigint > :own_won::bigint
        AND {{isBehindMark}}
        AND {{isRankedWallet}}
    ) END) + 
  (CASE WHEN (
      SELECT count(*) FROM (
        SELECT FROM wallet w WHERE w.staked_on = :day::date AND w.total_won = :own_won::bigint
        AND NOT {{isIdleMark}}
        LIMIT :max_rows::bigint + 1
      ) read
    ) > :max_rows::bigint THEN NULL
    ELSE (
      SELECT count(*) FROM wallet w WHERE w.staked_on = :day::date AND w.total_won = :own_won::bigint
        AND NOT {{isIdleMark}}
        AND w.staked_today > 0
        AND {{isBetween}}
        AND {{isRankedWallet}}
    ) END) + 
  (CASE WHEN (
      SELECT count(*) FROM (
        SELECT FROM wallet w WHERE w.total_won = :own_won::bigint
        AND {{isOlder}} AND :own_bids::bigint = 0
        LIMIT :max_rows::bigint + 1
      ) read
    ) > :max_rows::bigint THEN NULL
    ELSE (
      SELECT count(*) FROM wallet w WHERE w.total_won = :own_won::bigint
        AND {{isOlder}} AND :own_bids::bigint = 0
        AND {{bids}} = 0
        AND {{isRankedWallet}}
    ) END) END AS ahead FROM richer;

-- @statement countBetweenOfSpan
-- @nullable max_rows
WITH richer AS MATERIALIZED (SELECT
  (CASE WHEN (
      SELECT count(*) FROM (
        SELECT FROM standing s WHERE {{ofSpan}} AND s.won > :own_won::bigint AND s.won < :mark_won::bigint ORDER BY s.won DESC
        LIMIT :max_rows::bigint + 1
      ) read
    ) > :max_rows::bigint THEN NULL
    ELSE (
      SELECT count(*) FROM standing s WHERE {{ofSpan}} AND s.won > :own_won::bigint AND s.won < :mark_won::bigint
        AND {{isRankedStanding}}
    ) END) AS n)
SELECT CASE WHEN richer.n IS NOT NULL THEN richer.n + 
  (CASE WHEN (
      SELECT count(*) FROM (
        SELECT FROM standing s JOIN wallet w ON w.player_id = s.player_id WHERE {{ofSpan}} AND s.won = :mark_won::bigint AND :mark_won::bigint > :own_won::bigint
        LIMIT :max_rows::bigint + 1
      ) read
    ) > :max_rows::bigint THEN NULL
    ELSE (
      SELECT count(*) FROM standing s JOIN wallet w ON w.player_id = s.player_id WHERE {{ofSpan}} AND s.won = :mark_won::bigint AND :mark_won::bigint > :own_won::bigint
        AND {{isBehindMark}}
        AND {{isRankedWallet}}
    ) END) + 
  (CASE WHEN (
      SELECT count(*) FROM (
        SELECT FROM standing s JOIN wallet w ON w.player_id = s.player_id WHERE {{ofSpan}} AND s.won = :own_won::bigint AND :own_won::bigint > 0
        LIMIT :max_rows::bigint + 1
      ) read
    ) > :max_rows::bigint THEN NULL
    ELSE (
      SELECT count(*) FROM standing s JOIN wallet w ON w.player_id = s.player_id WHERE {{ofSpan}} AND s.won = :own_won::bigint AND :own_won::bigint > 0
        AND {{isBetween}}
        AND {{isRankedWallet}}
    ) END) + 
  (CASE WHEN (
      SELECT count(*) FROM (
        SELECT FROM wallet w WHERE w.staked_on = :day::date AND :own_won::bigint = 0
        AND NOT {{isIdleMark}}
        LIMIT :max_rows::bigint + 1
      ) read
    ) > :max_rows::bigint THEN NULL
    ELSE (
      SELECT count(*) FROM wallet w WHERE w.staked_on = :day::date AND :own_won::bigint = 0
        AND NOT {{isIdleMark}}
        AND w.staked_today > 0
        AND {{isBetween}}
        AND {{isNoWinner}}
        AND {{isRankedWallet}}
    ) END) + 
  (CASE WHEN (
      SELECT count(*) FROM (
        SELECT FROM wallet w WHERE {{isOlder}} AND :own_won::bigint = 0 AND :own_bids::bigint = 0
        LIMIT :max_rows::bigint + 1
      ) read
    ) > :max_rows::bigint THEN NULL
    ELSE (
      SELECT count(*) FROM wallet w WHERE {{isOlder}} AND :own_won::bigint = 0 AND :own_bids::bigint = 0
        AND {{bids}} = 0
        AND {{isNoWinner}}
        AND {{isRankedWallet}}
    ) END) END AS ahead FROM richer;

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
