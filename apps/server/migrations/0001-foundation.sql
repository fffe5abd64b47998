-- Accounts, wallets, the double-entry ledger, sessions, the director's lease and Aviator.
-- Amounts are whole coins (bigint); multipliers are integer hundredths.

CREATE TABLE player (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  username text NOT NULL CHECK (username ~ '^[A-Za-z0-9_]{3,20}$'),
  email text NOT NULL,
  password_hash text NOT NULL,
  avatar text CHECK (avatar ~ '^avatar([1-9]|1[0-9]|20)$'),
  reference_id text NOT NULL UNIQUE,
  referred_by bigint REFERENCES player (id),
  referral_count integer NOT NULL DEFAULT 0,
  adult_confirmed_at timestamptz NOT NULL,
  email_confirmed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE UNIQUE INDEX player_username_key ON player (lower(username));
CREATE UNIQUE INDEX player_email_key ON player (lower(email));
CREATE INDEX player_referred_by ON player (referred_by, id DESC) WHERE referred_by IS NOT NULL;

-- One row a player: the cached balances, and everything a stake is guarded by.
CREATE TABLE wallet (
  player_id bigint PRIMARY KEY REFERENCES player (id),
  coins bigint NOT NULL DEFAULT 0 CHECK (coins >= 0),
  winnings bigint NOT NULL DEFAULT 0 CHECK (winnings >= 0),
  staked_today bigint NOT NULL DEFAULT 0 CHECK (staked_today >= 0),
  staked_on date NOT NULL DEFAULT '2000-01-01',
  total_won bigint NOT NULL DEFAULT 0 CHECK (total_won >= 0),
  ad_earnings bigint NOT NULL DEFAULT 0 CHECK (ad_earnings >= 0),
  spun_on date,
  daily_stake_limit bigint CHECK (daily_stake_limit >= 0),
  break_until timestamptz,
  -- Grows with every change of the player, so that a client can drop an older picture of him.
  version bigint NOT NULL DEFAULT 1
) WITH (fillfactor = 70);

-- System accounts. A player's own are derived from his id: coins 1000 + 2 id, winnings 1001 + 2 id.
CREATE TABLE account (
  id bigint PRIMARY KEY CHECK (id BETWEEN 1 AND 999),
  name text NOT NULL UNIQUE
);
INSERT INTO account (id, name) VALUES
  (1, 'sign-up'), (2, 'referral'), (3, 'ads'), (4, 'wheel'), (5, 'closed'), (6, 'correction'),
  (10, 'aviator'), (11, 'double-trouble'), (12, 'lottery'), (13, 'minefield');

CREATE TYPE transfer_kind AS ENUM (
  'signup', 'referral', 'ad', 'wheel', 'correction', 'closed',
  'aviator_stake_coins', 'aviator_stake_winnings', 'aviator_payout',
  'aviator_refund_coins', 'aviator_refund_winnings'
);

CREATE TABLE transfer (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind transfer_kind NOT NULL,
  -- What caused it: the bet's id, the player's id for a sign-up, and so on.
  source bigint NOT NULL,
  debit_account bigint NOT NULL,
  credit_account bigint NOT NULL CHECK (credit_account <> debit_account),
  amount bigint NOT NULL CHECK (amount > 0),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (kind, source)
);

CREATE FUNCTION refuse_transfer_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'transfers are never changed or removed' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER transfer_is_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON transfer
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_transfer_change();

-- First answers of calls that move coins, kept as text for 24 hours.
CREATE TABLE idempotency (
  player_id bigint NOT NULL REFERENCES player (id),
  operation text NOT NULL,
  key text NOT NULL,
  body_hash bytea NOT NULL,
  status smallint,
  answer text,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (player_id, operation, key)
) WITH (fillfactor = 50);
CREATE INDEX idempotency_created_at ON idempotency USING brin (created_at);

CREATE TABLE session (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  token_hash bytea NOT NULL UNIQUE,
  player_id bigint NOT NULL REFERENCES player (id) ON DELETE CASCADE,
  user_agent text,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  last_seen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX session_player ON session (player_id);

CREATE TABLE socket_token (
  token_hash bytea PRIMARY KEY,
  session_id bigint NOT NULL REFERENCES session (id) ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX socket_token_session ON socket_token (session_id);

CREATE TABLE password_reset (
  token_hash bytea PRIMARY KEY,
  player_id bigint NOT NULL REFERENCES player (id) ON DELETE CASCADE,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX password_reset_player ON password_reset (player_id);

-- One row. Whoever holds it runs rounds and draws; the epoch grows with every holder.
CREATE TABLE director_lease (
  id smallint PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  epoch bigint NOT NULL DEFAULT 0,
  holder text,
  renewed_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
INSERT INTO director_lease DEFAULT VALUES;

CREATE TABLE fairness_chain (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  game text NOT NULL,
  terminal_hash bytea NOT NULL CHECK (length(terminal_hash) = 32),
  salt bytea NOT NULL CHECK (length(salt) = 32),
  salt_source text NOT NULL CHECK (salt_source IN ('install', 'beacon')),
  links integer NOT NULL CHECK (links > 0),
  next_link integer NOT NULL DEFAULT 1,
  published_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX fairness_chain_game ON fairness_chain (game, id);

-- Every 1,024th link, sealed with a key that is not in the database.
CREATE TABLE fairness_checkpoint (
  chain_id bigint NOT NULL REFERENCES fairness_chain (id),
  link integer NOT NULL,
  sealed bytea NOT NULL,
  PRIMARY KEY (chain_id, link)
);

CREATE TYPE aviator_state AS ENUM ('betting', 'flying', 'settling', 'finished', 'void');

CREATE TABLE aviator_round (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  chain_id bigint NOT NULL REFERENCES fairness_chain (id),
  link integer NOT NULL,
  state aviator_state NOT NULL DEFAULT 'betting',
  commitment bytea NOT NULL,
  -- Null until revealed; the crash point of the running round alone stands in the clear.
  seed bytea,
  rtp_bp integer NOT NULL,
  crash_hundredths integer NOT NULL CHECK (crash_hundredths BETWEEN 100 AND 1000000),
  opened_at timestamptz NOT NULL,
  starts_at timestamptz NOT NULL,
  crash_at timestamptz NOT NULL,
  finished_at timestamptz,
  epoch bigint NOT NULL,
  UNIQUE (chain_id, link)
);
-- At most one round is open for bets or flying; the one before it may still be settling.
CREATE UNIQUE INDEX aviator_round_running ON aviator_round ((true)) WHERE state IN ('betting', 'flying');
CREATE INDEX aviator_round_settling ON aviator_round (id) WHERE state = 'settling';

CREATE TYPE bet_outcome AS ENUM ('pending', 'win', 'loss', 'void');

CREATE TABLE aviator_bet (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  round_id bigint NOT NULL REFERENCES aviator_round (id),
  player_id bigint NOT NULL REFERENCES player (id),
  amount bigint NOT NULL CHECK (amount > 0 AND amount <= 1000000000),
  from_winnings bigint NOT NULL CHECK (from_winnings >= 0 AND from_winnings <= amount),
  auto_hundredths integer CHECK (auto_hundredths BETWEEN 101 AND 1000000),
  outcome bet_outcome NOT NULL DEFAULT 'pending',
  cash_out_hundredths integer CHECK (cash_out_hundredths >= 101),
  amount_won bigint NOT NULL DEFAULT 0 CHECK (amount_won >= 0),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  settled_at timestamptz,
  UNIQUE (round_id, player_id)
) WITH (fillfactor = 80);
CREATE INDEX aviator_bet_player ON aviator_bet (player_id, id DESC);
