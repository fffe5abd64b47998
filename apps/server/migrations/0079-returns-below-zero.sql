-- What the rules expect of a game whose player decides in its course is what was paid less the luck of the decisions taken,
-- which is below zero for a player who had much and lost it. It is a mean over many games; the sum of a day with few is not.
ALTER TABLE game_return DROP CONSTRAINT game_return_expected_check;
