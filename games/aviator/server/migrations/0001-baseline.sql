-- Aviator: rounds and bets.

SELECT ledger.add_game('aviator', 'aviator', 10);

CREATE TYPE aviator_state AS ENUM ('betting', 'flying', 'settling', 'finished', 'void');

CREATE TABLE aviator_round (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The newest step of the game that the row shows: each opening, postponed start, seal, start, crash and void round is
  -- one more than the step before. The newest round has the newest step.
  step bigint NOT NULL CHECK (step > 0),
  chain_id bigint NOT NULL REFERENCES fairness_chain (id),
  link integer NOT NULL,
  state aviator_state NOT NULL DEFAULT 'betting',
  commitment bytea NOT NULL,
  -- Null until revealed.
  seed bytea,
  rtp_bp integer NOT NULL,
  -- The row contains the crash from the end of the round on, and never before: it follows from the seed, which
  -- the database has only sealed.
  crash_hundredths integer CHECK (crash_hundredths BETWEEN 100 AND 1000000),
  opened_at timestamptz NOT NULL,
  starts_at timestamptz NOT NULL,
  crash_at timestamptz,
  finished_at timestamptz,
  epoch bigint NOT NULL,
  closes_at timestamptz NOT NULL,
  -- When betting closes the bets are sealed, and the crash depends on them: the Merkle root of all bets, in
  -- the order of their ids.
  bets_root bytea CHECK (length(bets_root) = 32),
  bet_count integer CHECK (bet_count >= 0),
  -- Who could know the crash before take-off: install is the operator, bettors nobody before the last bet,
  -- beacon nobody before betting closed.
  entropy text CHECK (entropy IN ('install', 'bettors', 'beacon')),
  sealed_at timestamptz CHECK (sealed_at >= closes_at),
  -- The round of a public beacon that the round waits for, named when betting opens.
  beacon_chain_id integer REFERENCES beacon_chain (id),
  beacon_round integer,
  -- Why a round is void.
  void_reason text CHECK (void_reason IN ('clock', 'late_seal', 'no_beacon', 'operator', 'restore', 'stopped')),
  UNIQUE (chain_id, link),
  CHECK (num_nulls(bets_root, bet_count, entropy, sealed_at) IN (0, 4)),
  CHECK (num_nulls(beacon_chain_id, beacon_round) IN (0, 2)),
  CHECK (entropy IS NULL OR (entropy = 'beacon') = (beacon_round IS NOT NULL)),
  CHECK ((state = 'void') = (void_reason IS NOT NULL)),
  CONSTRAINT aviator_round_flies_sealed CHECK (state IN ('betting', 'void') OR sealed_at IS NOT NULL),
  -- Void before its bets are sealed, or without the value that it waited for, a round has no crash.
  CONSTRAINT aviator_round_crash_revealed CHECK (
    (crash_hundredths IS NULL) = (crash_at IS NULL)
    AND CASE
      WHEN state IN ('betting', 'flying') THEN crash_at IS NULL
      WHEN state = 'void' AND sealed_at IS NULL THEN crash_at IS NULL
      WHEN state = 'void' AND beacon_round IS NOT NULL THEN true
      ELSE crash_at IS NOT NULL
    END
  )
);
-- At most one round is open for bets or flying; the one before it may still be settling.
CREATE UNIQUE INDEX aviator_round_running ON aviator_round ((true)) WHERE state IN ('betting', 'flying');
CREATE INDEX aviator_round_settling ON aviator_round (id) WHERE state = 'settling';
SELECT restrict_application('aviator_round',
  '{id,step,state,seed,opened_at,starts_at,closes_at,crash_hundredths,crash_at,finished_at,epoch,bets_root,bet_count,
    entropy,sealed_at,beacon_chain_id,beacon_round,void_reason}');
CREATE TRIGGER aviator_round_is_final BEFORE UPDATE OR DELETE ON aviator_round
  FOR EACH ROW WHEN (OLD.state IN ('finished', 'void')) EXECUTE FUNCTION refuse_final_change();
CREATE TRIGGER aviator_round_keeps_bets AFTER UPDATE OF id OR DELETE ON aviator_round
  FOR EACH ROW EXECUTE FUNCTION refuse_bets_left_behind('aviator_bet', 'round_id');

CREATE FUNCTION refuse_crash_change() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  RAISE EXCEPTION 'when and where a round crashes is revealed at its end and never changed'
    USING ERRCODE = 'insufficient_privilege';
END $$;
-- The start of a round that is open for bets may be postponed, and moves to the moment of take-off, which
-- follows the seal: the time of the crash is counted from it.
CREATE TRIGGER aviator_round_crash_is_decided BEFORE UPDATE OF crash_hundredths, crash_at, starts_at ON aviator_round
  FOR EACH ROW WHEN (
    (OLD.crash_at IS NOT NULL
      AND (NEW.crash_hundredths, NEW.crash_at) IS DISTINCT FROM (OLD.crash_hundredths, OLD.crash_at))
    OR (NEW.starts_at <> OLD.starts_at AND (OLD.state <> 'betting' OR NEW.state NOT IN ('betting', 'flying')))
  ) EXECUTE FUNCTION refuse_crash_change();
CREATE TRIGGER aviator_round_stays_sealed
  BEFORE UPDATE OF id, closes_at, bets_root, bet_count, entropy, sealed_at ON aviator_round
  FOR EACH ROW WHEN (OLD.sealed_at IS NOT NULL) EXECUTE FUNCTION refuse_final_change();
-- A round keeps what it named. One without bets may be opened again under another id, and then names another round of
-- the beacon; the trigger aviator_round_keeps_bets refuses that where there is a bet.
CREATE TRIGGER aviator_round_keeps_beacon
  BEFORE UPDATE OF beacon_chain_id, beacon_round ON aviator_round FOR EACH ROW
  WHEN (NEW.id = OLD.id
    AND (OLD.beacon_chain_id, OLD.beacon_round) IS DISTINCT FROM (NEW.beacon_chain_id, NEW.beacon_round))
  EXECUTE FUNCTION refuse_final_change();

-- Which processes may still have cash-outs of a round that they received before the crash and have not written. A
-- process adds its row when the round opens, and deletes it once those are answered. A round is settled when none
-- is left, or after some time: that of a process that was killed stays.
CREATE TABLE aviator_receiver (
  round_id bigint NOT NULL,
  process text COLLATE "C" NOT NULL,
  PRIMARY KEY (round_id, process)
);

-- Without foreign keys: the statement that places a bet locks its round and the wallet of its player, so both
-- exist, and the application may delete neither; the player is protected by the foreign key of the wallet.
-- Checking both again for each bet was a fifth of what its statement costs. The audit looks for bets without
-- them.
CREATE TABLE aviator_bet (
  id bigint GENERATED ALWAYS AS IDENTITY,
  round_id bigint NOT NULL,
  player_id bigint NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0 AND amount <= 1000000000),
  from_winnings bigint NOT NULL CHECK (from_winnings >= 0 AND from_winnings <= amount),
  auto_hundredths integer CHECK (auto_hundredths BETWEEN 101 AND 1000000),
  outcome bet_outcome NOT NULL DEFAULT 'pending',
  cash_out_hundredths integer CHECK (cash_out_hundredths >= 101),
  amount_won bigint NOT NULL DEFAULT 0 CHECK (amount_won >= 0),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  settled_at timestamptz,
  -- A player may have two bets in a round.
  slot smallint NOT NULL DEFAULT 1 CHECK (slot IN (1, 2)),
  -- Milliseconds from take-off until the server had all of a press that was paid. Null for automatic cash-outs.
  press_ms integer CONSTRAINT aviator_bet_press CHECK (press_ms >= 0),
  -- When the earliest press that was not paid arrived: it came too late, or another end of its bet was written before,
  -- an automatic cash-out, a later press or the loss. Null also where it came later than a minute after the crash.
  unpaid_press_ms integer CHECK (unpaid_press_ms >= 0),
  -- Its characters are checked where calls come in: a pattern here was a tenth of what the database spends on a bet.
  client_seed text NOT NULL DEFAULT '' CHECK (length(client_seed) <= 64),
  -- The call that placed it: eight bytes of the hashes of its key and of its body. Null for a call without a key.
  call_key bigint,
  call_body bigint,
  -- The call that ended it, or was the first to be answered with its automatic cash-out.
  ended_by bigint,
  ended_body bigint,
  -- The site cashes it out where none of the player's connections has answered for two seconds in flight.
  parachute boolean NOT NULL DEFAULT false,
  -- Milliseconds from take-off until the last answer, where the parachute opened; before take-off counts as take-off.
  silent_since_ms integer,
  -- It opened at `press_ms`.
  CONSTRAINT aviator_bet_parachute
    CHECK (silent_since_ms IS NULL OR (parachute AND silent_since_ms >= 0 AND press_ms - silent_since_ms >= 2000)),
  -- Whoever looks for a bet knows its player: an index over ids alone would be one more for each bet to write.
  PRIMARY KEY (player_id, id),
  CONSTRAINT aviator_bet_one_per_slot UNIQUE (round_id, player_id, slot)
) WITH (fillfactor = 80);
-- Most flights have none, and learn that by one look.
CREATE INDEX aviator_bet_with_parachute ON aviator_bet (round_id) WHERE parachute;
CREATE UNIQUE INDEX aviator_bet_call ON aviator_bet (player_id, call_key) WHERE call_key IS NOT NULL;
SELECT restrict_application('aviator_bet',
  '{outcome,cash_out_hundredths,amount_won,settled_at,press_ms,unpaid_press_ms,ended_by,ended_body,
    silent_since_ms}');
CREATE TRIGGER aviator_bet_is_final
  BEFORE DELETE OR UPDATE OF id, round_id, player_id, amount, from_winnings, auto_hundredths, outcome,
    cash_out_hundredths, amount_won, created_at, settled_at, slot, press_ms, client_seed, call_key, call_body,
    parachute, silent_since_ms
  ON aviator_bet FOR EACH ROW WHEN (OLD.outcome <> 'pending') EXECUTE FUNCTION refuse_final_change();
-- A bet that is over takes the key of the first press that is answered with its automatic cash-out.
CREATE TRIGGER aviator_bet_keeps_key BEFORE UPDATE OF ended_by, ended_body ON aviator_bet
  FOR EACH ROW
  WHEN (OLD.ended_by IS NOT NULL
    AND (OLD.ended_by, OLD.ended_body) IS DISTINCT FROM (NEW.ended_by, NEW.ended_body))
  EXECUTE FUNCTION refuse_final_change();
-- An unpaid press gives way to an earlier one alone.
CREATE TRIGGER aviator_bet_keeps_unpaid_press BEFORE UPDATE OF unpaid_press_ms ON aviator_bet
  FOR EACH ROW WHEN (OLD.unpaid_press_ms IS NOT NULL AND (NEW.unpaid_press_ms <= OLD.unpaid_press_ms) IS NOT TRUE)
  EXECUTE FUNCTION refuse_final_change();
