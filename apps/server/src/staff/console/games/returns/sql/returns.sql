-- What each game paid against its rules.

-- @statement addGames
-- Games that the site did not have before begin with their first round.
INSERT INTO game_return_progress (game) SELECT g.game FROM held_lease(:epoch), unnest(:games::text[]) AS g (game)
ON CONFLICT DO NOTHING;

-- @statement readProgress
SELECT counted_through FROM game_return_progress WHERE game = :game;

-- @statement readOpen
SELECT id FROM game_return_open WHERE game = :game AND id > :after ORDER BY id LIMIT :max_rows;

-- @statement readReturns
-- Of today, the last seven days with today, and all time. No row of a span without a settled bet.
WITH now AS MATERIALIZED (SELECT day FROM today)
SELECT r.game, s.span, sum(r.bets)::bigint AS bets, sum(r.staked)::float8 AS staked, sum(r.paid)::float8 AS paid,
  sum(r.expected)::float8 AS expected, sum(r.variance)::float8 AS variance
FROM game_return r CROSS JOIN now JOIN (VALUES ('today', 0), ('week', 6), ('all', NULL)) AS s (span, days)
  ON s.days IS NULL OR r.day BETWEEN now.day - s.days AND now.day
GROUP BY r.game, s.span;
