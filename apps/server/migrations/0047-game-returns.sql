-- What each game paid against what its rules make of the same bets, by day: kept up by the director in bounded steps, so that
-- nobody reads all bets.

-- A row per game and site day with settled bets. Void rounds and refunded stakes count nowhere.
CREATE TABLE game_return (
  -- The game's id on the wire.
  game text NOT NULL,
  day date NOT NULL,
  bets bigint NOT NULL CHECK (bets > 0),
  staked numeric NOT NULL CHECK (staked > 0),
  paid numeric NOT NULL CHECK (paid >= 0),
  -- The mean of `paid` and its variance by the rules, for these bets.
  expected numeric NOT NULL CHECK (expected >= 0),
  variance numeric NOT NULL CHECK (variance >= 0),
  PRIMARY KEY (game, day)
);

-- How far each game was counted: its rounds, games or tickets up to this id.
CREATE TABLE game_return_progress (
  game text PRIMARY KEY,
  counted_through bigint NOT NULL DEFAULT 0
);

-- Those up to it that were still in play, and are counted when they end.
CREATE TABLE game_return_open (
  game text NOT NULL,
  id bigint NOT NULL,
  PRIMARY KEY (game, id)
);

SELECT restrict_application('game_return', '{bets,staked,paid,expected,variance}');
SELECT restrict_application('game_return_progress', '{counted_through}');
SELECT restrict_application('game_return_open', '{}', may_delete => true);
