-- The kinds of movement of the other games, and the seeds that belong to one player.

ALTER TYPE transfer_kind ADD VALUE 'minefield_stake_coins';
ALTER TYPE transfer_kind ADD VALUE 'minefield_stake_winnings';
ALTER TYPE transfer_kind ADD VALUE 'minefield_payout';
ALTER TYPE transfer_kind ADD VALUE 'minefield_refund_coins';
ALTER TYPE transfer_kind ADD VALUE 'minefield_refund_winnings';
ALTER TYPE transfer_kind ADD VALUE 'double_trouble_stake_coins';
ALTER TYPE transfer_kind ADD VALUE 'double_trouble_stake_winnings';
ALTER TYPE transfer_kind ADD VALUE 'double_trouble_payout';
ALTER TYPE transfer_kind ADD VALUE 'double_trouble_refund_coins';
ALTER TYPE transfer_kind ADD VALUE 'double_trouble_refund_winnings';
ALTER TYPE transfer_kind ADD VALUE 'lottery_stake_coins';
ALTER TYPE transfer_kind ADD VALUE 'lottery_stake_winnings';
ALTER TYPE transfer_kind ADD VALUE 'lottery_payout';
ALTER TYPE transfer_kind ADD VALUE 'lottery_refund_coins';
ALTER TYPE transfer_kind ADD VALUE 'lottery_refund_winnings';

CREATE TYPE seed_state AS ENUM ('next', 'current', 'revealed');

-- Server seeds of Minefield and the wheel: the next one is announced by its hash before the player
-- chooses the client seed that will go with it.
CREATE TABLE player_seed (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  player_id bigint NOT NULL REFERENCES player (id),
  state seed_state NOT NULL,
  -- 32 bytes, sealed with a key that is not in the database.
  sealed bytea NOT NULL,
  commitment bytea NOT NULL CHECK (length(commitment) = 32),
  client_seed text CHECK (client_seed ~ '^[A-Za-z0-9_-]{8,64}$'),
  -- One that the server made is the weaker level, and labelled so.
  client_seed_source text CHECK (client_seed_source IN ('server', 'player')),
  -- The nonce of the next game; those before it were used without gap.
  next_nonce integer NOT NULL DEFAULT 0 CHECK (next_nonce >= 0),
  -- Known to all once revealed.
  seed bytea CHECK (length(seed) = 32),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  activated_at timestamptz,
  revealed_at timestamptz,
  CHECK ((state = 'next') = (client_seed IS NULL)),
  CHECK ((state = 'revealed') = (seed IS NOT NULL))
);
CREATE UNIQUE INDEX player_seed_current ON player_seed (player_id) WHERE state = 'current';
CREATE UNIQUE INDEX player_seed_next ON player_seed (player_id) WHERE state = 'next';
CREATE INDEX player_seed_player ON player_seed (player_id, id DESC);
