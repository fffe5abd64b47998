-- Why a round is void; null in those that were void before.
ALTER TABLE aviator_round
  ADD void_reason text
    CHECK (void_reason IN ('clock', 'late_seal', 'no_beacon', 'operator', 'restore', 'stopped')),
  ADD CHECK (state = 'void' OR void_reason IS NULL);
SELECT restrict_application('aviator_round',
  '{state,seed,starts_at,closes_at,crash_hundredths,crash_at,finished_at,epoch,bets_root,bet_count,entropy,sealed_at,
    void_reason}');
