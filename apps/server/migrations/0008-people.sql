-- Standings, referral rewards, limits and breaks, closed accounts, confirmed e-mail addresses.

-- The zone in which the site's day begins, as the running site was told; statements that cannot be given
-- it as a parameter read it here.
CREATE TABLE site_zone (
  id smallint PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  name text NOT NULL
);
INSERT INTO site_zone (name) VALUES ('UTC');

ALTER TABLE player ADD COLUMN closed_at timestamptz;

-- The board of all time. Neither changes with a stake after the first of the day, so that bets stay cheap.
CREATE INDEX wallet_total_won ON wallet (total_won DESC, player_id);
CREATE INDEX wallet_staked_on ON wallet (staked_on, total_won DESC);

-- What a player won above his stakes in a day ('d') and in a week ('w', by its Monday).
CREATE TABLE standing (
  span "char" NOT NULL CHECK (span IN ('d', 'w')),
  since date NOT NULL,
  player_id bigint NOT NULL REFERENCES player (id),
  won bigint NOT NULL CHECK (won > 0),
  PRIMARY KEY (span, since, player_id)
) WITH (fillfactor = 80);
CREATE INDEX standing_board ON standing (span, since, won DESC, player_id);

CREATE TYPE referral_state AS ENUM ('pending', 'earned', 'rewarded');

-- pending until the invited player has settled a first bet, earned until both were paid.
CREATE TABLE referral (
  referred_id bigint PRIMARY KEY REFERENCES player (id),
  referrer_id bigint NOT NULL REFERENCES player (id) CHECK (referrer_id <> referred_id),
  state referral_state NOT NULL DEFAULT 'pending',
  earned_at timestamptz,
  rewarded_at timestamptz,
  rewarded_on date,
  CHECK ((state = 'rewarded') = (rewarded_on IS NOT NULL))
);
INSERT INTO referral (referred_id, referrer_id) SELECT id, referred_by FROM player WHERE referred_by IS NOT NULL;
CREATE INDEX referral_open ON referral (state, referred_id) WHERE state <> 'rewarded';
CREATE INDEX referral_paid ON referral (referrer_id, rewarded_on) WHERE state = 'rewarded';

-- A looser daily limit, which waits a day before it counts.
CREATE TABLE limit_change (
  player_id bigint PRIMARY KEY REFERENCES player (id),
  daily_stake bigint CHECK (daily_stake >= 0),
  effective_at timestamptz NOT NULL
);

-- Every break that was ever taken, so that an auditor can tell that none was played through.
CREATE TABLE play_break (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  player_id bigint NOT NULL REFERENCES player (id),
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL CHECK (ends_at > starts_at)
);
CREATE INDEX play_break_player ON play_break (player_id);

-- What was left on a closed account, each time something was.
CREATE TABLE account_closing (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  player_id bigint NOT NULL REFERENCES player (id),
  coins bigint NOT NULL,
  winnings bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE TABLE email_confirmation (
  token_hash bytea PRIMARY KEY,
  player_id bigint NOT NULL REFERENCES player (id) ON DELETE CASCADE,
  email text NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX email_confirmation_player ON email_confirmation (player_id);

-- Browsers an account was signed in from, so that its owner hears of another one.
CREATE TABLE known_browser (
  player_id bigint NOT NULL REFERENCES player (id) ON DELETE CASCADE,
  agent_hash bytea NOT NULL,
  PRIMARY KEY (player_id, agent_hash)
);

CREATE INDEX player_closed ON player (id) WHERE closed_at IS NOT NULL;
