-- Why a draw is void; null in those that were void before.
ALTER TABLE lottery_draw
  ADD void_reason text CHECK (void_reason IN ('late_seal', 'no_beacon', 'operator', 'restore')),
  ADD CHECK (voided_at IS NOT NULL OR void_reason IS NULL);
