-- Why a draw is void; null in those that were void before.
ALTER TABLE double_trouble_draw
  ADD void_reason text CHECK (void_reason IN ('late_seal', 'no_beacon', 'no_seed', 'operator', 'restore')),
  ADD CHECK (state = 'void' OR void_reason IS NULL);
SELECT restrict_application('double_trouble_draw',
  '{id,interval_ms,max,closes_at,draws_at,state,winning_number,seed,drawn_at,epoch,bets_root,bet_count,entropy,sealed_at,
    beacon_chain_id,beacon_round,void_reason}');
