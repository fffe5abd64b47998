-- Double Trouble: one row per slot, the bets that name it, and nothing of a result before it is drawn.

SELECT ledger.add_game('double-trouble', 'double_trouble', 11);

CREATE TYPE double_trouble_state AS ENUM ('open', 'settling', 'finished', 'void');
CREATE TYPE double_trouble_type AS ENUM ('Number', 'Under', 'Over', 'Exact');

CREATE TABLE double_trouble_draw (
  -- The slot: when it draws, in milliseconds since 1970. An empty draw moves to a later slot. After the clock
  -- was set back, ids stay ahead of the time at which the draw is held until the clock has caught up.
  id bigint PRIMARY KEY CHECK (id > 0),
  -- The newest step of the game that the row shows: each opening, move to another slot and seal is one more than the
  -- step before. A draw and the opening of the next are one step, and a void draw shows nothing until the next opens.
  -- The newest draw has the newest step.
  step bigint NOT NULL CHECK (step > 0),
  chain_id bigint NOT NULL REFERENCES fairness_chain (id),
  link integer NOT NULL,
  state double_trouble_state NOT NULL DEFAULT 'open',
  max smallint NOT NULL CHECK (max IN (30, 50)),
  interval_ms integer NOT NULL CHECK (interval_ms > 0),
  commitment bytea NOT NULL CHECK (length(commitment) = 32),
  seed bytea CHECK (length(seed) = 32),
  winning_number smallint CHECK (winning_number BETWEEN 1 AND max),
  opened_at timestamptz NOT NULL,
  closes_at timestamptz NOT NULL CHECK (closes_at <= draws_at),
  draws_at timestamptz NOT NULL CHECK (draws_at <= to_timestamp(0) + id * interval '1 ms'),
  -- When it was really drawn or given up; later than the slot if no process led at the time.
  drawn_at timestamptz,
  epoch bigint NOT NULL,
  -- When betting closes the bets are sealed, and the number depends on them: the Merkle root of all bets, in
  -- the order of their ids.
  bets_root bytea CHECK (length(bets_root) = 32),
  bet_count integer CHECK (bet_count >= 0),
  -- Who could know the number before the draw: install is the operator, bettors nobody before the last bet,
  -- beacon nobody before betting closed.
  entropy text CHECK (entropy IN ('install', 'bettors', 'beacon')),
  sealed_at timestamptz CHECK (sealed_at >= closes_at),
  -- The round of a public beacon that the draw waits for, named when betting opens.
  beacon_chain_id integer REFERENCES beacon_chain (id),
  beacon_round integer,
  -- Why a draw is void.
  void_reason text CHECK (void_reason IN ('clock', 'late_seal', 'no_beacon', 'no_seed', 'operator', 'restore')),
  UNIQUE (chain_id, link),
  CHECK (num_nulls(bets_root, bet_count, entropy, sealed_at) IN (0, 4)),
  CHECK (winning_number IS NULL OR sealed_at IS NOT NULL),
  CHECK (num_nulls(beacon_chain_id, beacon_round) IN (0, 2)),
  CHECK (entropy IS NULL OR (entropy = 'beacon') = (beacon_round IS NOT NULL)),
  CHECK ((state = 'void') = (void_reason IS NOT NULL)),
  CHECK ((state IN ('settling', 'finished')) = (winning_number IS NOT NULL)),
  CHECK ((winning_number IS NULL) = (seed IS NULL)),
  CHECK ((state = 'open') = (drawn_at IS NULL))
);
-- One draw at a time is open for bets; those before it may still be settling.
CREATE UNIQUE INDEX double_trouble_draw_open ON double_trouble_draw ((true)) WHERE state = 'open';
CREATE INDEX double_trouble_draw_settling ON double_trouble_draw (id) WHERE state = 'settling';
SELECT restrict_application('double_trouble_draw',
  '{id,step,interval_ms,max,opened_at,closes_at,draws_at,state,winning_number,seed,drawn_at,epoch,bets_root,bet_count,
    entropy,sealed_at,beacon_chain_id,beacon_round,void_reason}');
CREATE TRIGGER double_trouble_draw_is_final BEFORE UPDATE OR DELETE ON double_trouble_draw
  FOR EACH ROW WHEN (OLD.state IN ('finished', 'void')) EXECUTE FUNCTION refuse_final_change();
CREATE TRIGGER double_trouble_draw_keeps_bets AFTER UPDATE OF id OR DELETE ON double_trouble_draw
  FOR EACH ROW EXECUTE FUNCTION refuse_bets_left_behind('double_trouble_bet', 'draw_id');
CREATE TRIGGER double_trouble_draw_stays_sealed
  BEFORE UPDATE OF id, max, closes_at, draws_at, bets_root, bet_count, entropy, sealed_at ON double_trouble_draw
  FOR EACH ROW WHEN (OLD.sealed_at IS NOT NULL) EXECUTE FUNCTION refuse_final_change();

-- Without foreign keys: the statement that places a bet locks its draw and the wallet of its player, and the
-- application may delete neither. The audit looks for bets without them.
CREATE TABLE double_trouble_bet (
  id bigint GENERATED ALWAYS AS IDENTITY,
  draw_id bigint NOT NULL,
  player_id bigint NOT NULL,
  draw_type double_trouble_type NOT NULL,
  number smallint CHECK (number BETWEEN 1 AND 50),
  amount bigint NOT NULL CHECK (amount > 0 AND amount <= 10000),
  from_winnings bigint NOT NULL CHECK (from_winnings >= 0 AND from_winnings <= amount),
  -- What a win pays, fixed when the bet was placed.
  payout_hundredths integer NOT NULL CHECK (payout_hundredths > 100),
  outcome bet_outcome NOT NULL DEFAULT 'pending',
  amount_won bigint NOT NULL DEFAULT 0 CHECK (amount_won >= 0),
  created_at timestamptz NOT NULL,
  settled_at timestamptz,
  client_seed text NOT NULL DEFAULT '' CHECK (client_seed ~ '^[A-Za-z0-9_-]{0,64}$'),
  -- The call that placed it: eight bytes of the hashes of its key and of its body. Null for a call without a key.
  call_key bigint,
  call_body bigint,
  -- Whoever looks for a bet knows its player or its draw.
  PRIMARY KEY (player_id, id),
  CHECK ((draw_type = 'Number') = (number IS NOT NULL))
) WITH (fillfactor = 80);
CREATE UNIQUE INDEX double_trouble_bet_call ON double_trouble_bet (player_id, call_key) WHERE call_key IS NOT NULL;
CREATE INDEX double_trouble_bet_draw ON double_trouble_bet (draw_id, id);
CREATE INDEX double_trouble_bet_pending ON double_trouble_bet (draw_id, id) WHERE outcome = 'pending';
SELECT restrict_application('double_trouble_bet', '{outcome,amount_won,settled_at}');
CREATE TRIGGER double_trouble_bet_is_final BEFORE UPDATE OR DELETE ON double_trouble_bet
  FOR EACH ROW WHEN (OLD.outcome <> 'pending') EXECUTE FUNCTION refuse_final_change();

-- The first bet fixes what the draw waits for. An empty draw that moves to a later slot names another round.
CREATE FUNCTION refuse_other_beacon() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_catalog AS $$
BEGIN
  IF OLD.sealed_at IS NOT NULL OR EXISTS (SELECT FROM double_trouble_bet WHERE draw_id = OLD.id) THEN
    RAISE EXCEPTION 'draw % keeps its round of the beacon', OLD.id USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER double_trouble_draw_keeps_beacon
  BEFORE UPDATE OF beacon_chain_id, beacon_round ON double_trouble_draw FOR EACH ROW
  WHEN ((OLD.beacon_chain_id, OLD.beacon_round) IS DISTINCT FROM (NEW.beacon_chain_id, NEW.beacon_round))
  EXECUTE FUNCTION refuse_other_beacon();
