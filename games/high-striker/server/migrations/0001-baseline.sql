-- High Striker. A strike is drawn, settled and written by one statement, and never changes after it.

SELECT ledger.add_game('high-striker', 'high_striker', 14);

SELECT ledger.add_instant_bets('high_striker_strike', '[100,10000]', 100, $$
  target_hundredths integer NOT NULL CHECK (target_hundredths BETWEEN 101 AND 100000),
  height_hundredths integer NOT NULL CHECK (height_hundredths BETWEEN 98 AND 100000)
$$);
