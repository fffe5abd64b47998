SELECT ledger.add_game('ring-toss', 'ring_toss');
SELECT ledger.add_instant_bets('ring_toss_bet', '[100,10000]', 100, $$
  chance integer NOT NULL CHECK (chance BETWEEN 1 AND 95),
  side text NOT NULL CHECK (side IN ('under', 'over')),
  roll integer NOT NULL CHECK (roll BETWEEN 0 AND 9999)
$$);
