/*
 * The schema of the site without its games. Until version 1.0.0 is tagged, a change of the schema edits this
 * file; later changes are files of their own, forward only. A game's tables are in games/<game>/server/migrations,
 * and the functions that the site calls in src/ledger/functions: here are only those that a table's triggers or
 * constraints, or migrations call.
 *
 * Amounts are whole coins (bigint). Times are the database's.
 *
 * In this order: the application's role, helpers of migrations, staff, players, the ledger, calls, limits, rewards,
 * boards, clubs, achievements, fairness, the director, identity, notices, content, the site.
 */

-- The application's role ---------------------------------------------------------------------------------------------

-- The program works under a role that can add transfers but never change or remove one. If the database's owner may not
-- create roles, the triggers still protect them. An owner that may create roles and is no superuser
-- needs the grant to work under it.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'fairground_app') THEN
    CREATE ROLE fairground_app NOLOGIN;
    GRANT fairground_app TO CURRENT_USER;
  END IF;
EXCEPTION
  WHEN insufficient_privilege THEN RAISE WARNING 'no right to create the role fairground_app';
  WHEN duplicate_object OR unique_violation THEN NULL;
END $$;

-- By default the application may read and write the rows of tables; what it may not is said with each table.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'fairground_app') THEN
    GRANT USAGE ON SCHEMA public, ledger TO fairground_app;
    ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO fairground_app;
    ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE ON SEQUENCES TO fairground_app;
    -- Which migrations were applied.
    GRANT SELECT ON schema_migration TO fairground_app;
  END IF;
END $$;

-- Helpers of migrations ----------------------------------------------------------------------------------------------

/*
 * Leaves the application the right to change these columns of a table, and to remove rows if `may_delete` says so.
 * Does nothing if the server does not have the application's role.
 */
CREATE FUNCTION restrict_application(restricted regclass, columns name[], may_delete boolean DEFAULT false)
RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'fairground_app') THEN
    RETURN;
  END IF;
  EXECUTE format('REVOKE UPDATE, TRUNCATE ON %s FROM fairground_app', restricted);
  IF NOT may_delete THEN
    EXECUTE format('REVOKE DELETE ON %s FROM fairground_app', restricted);
  END IF;
  IF cardinality(columns) > 0 THEN
    EXECUTE format('GRANT UPDATE (%s) ON %s TO fairground_app',
      (SELECT string_agg(quote_ident(c), ', ') FROM unnest(columns) c), restricted);
  END IF;
END $$;
REVOKE ALL ON FUNCTION restrict_application FROM PUBLIC;

-- By trigger nobody, the tables' owner included, changes a row that is final.
CREATE FUNCTION refuse_final_change() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  RAISE EXCEPTION 'a row of % is final', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;

-- Bets have no foreign keys, since each would be checked again under the lock that protects it. What a foreign key
-- refuses at its other end costs bets nothing: a round or draw whose bets would be left behind keeps its id and stays.
-- The arguments are the table of the bets and their column. As a trigger runs after the row was locked, it sees the
-- bets of transactions that the row was waited for.
CREATE FUNCTION refuse_bets_left_behind() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_catalog AS $$
DECLARE is_left boolean;
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.id = OLD.id THEN
    RETURN NULL;
  END IF;
  EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE %I = $1)', TG_ARGV[0], TG_ARGV[1]) INTO is_left USING OLD.id;
  IF is_left THEN
    RAISE EXCEPTION 'row % of % has bets', OLD.id, TG_TABLE_NAME USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END $$;

-- Staff --------------------------------------------------------------------------------------------------------------

CREATE TYPE staff_role AS ENUM ('support', 'operator');

-- Accounts are made from a shell; a sign-in uses a code up, and no more.
CREATE TABLE staff (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text COLLATE "C" NOT NULL CHECK (name ~ '^[a-z][a-z0-9._-]{1,29}$'),
  role staff_role NOT NULL,
  password_hash text NOT NULL,
  -- The secret of the authenticator app, sealed with the key of the seeds.
  sealed bytea NOT NULL,
  -- The newest 30 seconds since 1970 of which a code was accepted: each code is accepted once.
  last_step bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- The row stays, because the log names it.
  removed_at timestamptz
);
CREATE UNIQUE INDEX staff_name ON staff (name) WHERE removed_at IS NULL;
SELECT restrict_application('staff', '{last_step}');

CREATE TABLE staff_session (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  token_hash bytea NOT NULL UNIQUE,
  staff_id bigint NOT NULL REFERENCES staff (id),
  -- A keyed hash of the address that signed in, which is the only one that may use the session.
  address_hash bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  last_used_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Moves on with use, and never past the other.
  expires_at timestamptz NOT NULL,
  absolute_expires_at timestamptz NOT NULL
);
CREATE INDEX staff_session_staff ON staff_session (staff_id);

CREATE TABLE staff_passkey (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  staff_id bigint NOT NULL REFERENCES staff (id),
  credential_id bytea NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  -- Grows with each use of authenticators that count; of others it stays 0.
  sign_count bigint NOT NULL DEFAULT 0,
  transports text[] NOT NULL DEFAULT '{}',
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  last_used_at timestamptz
);
CREATE INDEX staff_passkey_staff ON staff_passkey (staff_id);
SELECT restrict_application('staff_passkey', '{sign_count,last_used_at}', may_delete => true);

-- What a passkey is asked to sign, once.
CREATE TABLE staff_passkey_challenge (
  challenge bytea PRIMARY KEY,
  -- Who adds a passkey; null for a sign-in.
  staff_id bigint REFERENCES staff (id),
  expires_at timestamptz NOT NULL
);
SELECT restrict_application('staff_passkey_challenge', '{}', may_delete => true);

-- One-time links that open the first staff account, while there has never been one. Every start makes one.
CREATE TABLE first_staff_link (
  token_hash bytea PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
SELECT restrict_application('first_staff_link', '{}', may_delete => true);

-- The log of what the staff did stays whole: nobody deletes a row of it, the owner of the tables included.
CREATE TABLE operator_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  command text NOT NULL,
  details jsonb NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Null for a command from a shell.
  staff_id bigint REFERENCES staff (id),
  -- What an act changed, as it was and as it became.
  before jsonb,
  after jsonb
);
CREATE INDEX operator_log_player ON operator_log (((details ->> 'player') COLLATE "C"), id) WHERE details ? 'player';
SELECT restrict_application('operator_log', '{}');
CREATE FUNCTION refuse_log_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the log is never changed or shortened' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER operator_log_is_permanent BEFORE UPDATE OR DELETE OR TRUNCATE ON operator_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_log_change();

-- News of commands for running processes of the site, which look here every second.
CREATE TYPE operator_news_kind AS ENUM ('ended_session', 'changed_player');
CREATE TABLE operator_news (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind operator_news_kind NOT NULL,
  subject bigint NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- Players ------------------------------------------------------------------------------------------------------------

CREATE TABLE player (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  username text NOT NULL CHECK (username ~ '^[A-Za-z0-9_]{3,20}$'),
  -- In lower case, which is how names are compared. Both columns use the collation C, because lower() of
  -- another locale may differ from the program's: in a Turkish one, the lower case of I is another letter than i.
  name_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (lower(username COLLATE "C")) STORED,
  -- A guest has neither an address nor a password: `email IS NULL` is what makes a guest.
  email text,
  -- In lower case, like the name. Addresses are ASCII.
  email_key text COLLATE "C" GENERATED ALWAYS AS (lower(email COLLATE "C")) STORED,
  password_hash text,
  avatar text CHECK (avatar ~ '^avatar([1-9]|1[0-9]|20)$'),
  reference_id text COLLATE "C" NOT NULL UNIQUE,
  -- A guest's referral is recorded once the account is kept.
  referred_by bigint REFERENCES player (id),
  referral_count integer NOT NULL DEFAULT 0,
  adult_confirmed_at timestamptz NOT NULL,
  email_confirmed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  closed_at timestamptz,
  suspended_at timestamptz,
  -- From what others see of a round.
  hides_name boolean NOT NULL DEFAULT false,
  -- A round that the profile shows: the game's wire id, a slash, and the round's id, as in the address of its page.
  pinned_round text CHECK (pinned_round ~ '^[A-Za-z]{1,40}/.{1,40}$'),
  -- A suspension without an end lasts until it is lifted.
  suspended_until timestamptz,
  suspension_reason text CHECK (length(suspension_reason) BETWEEN 3 AND 500),
  -- Has played by an access token. It stays a bot: what it won by program is in its totals.
  bot boolean NOT NULL DEFAULT false,
  -- It gets no rewards for ads and invitations afterwards.
  bot_since timestamptz,
  bot_after bigint,
  CONSTRAINT player_guest CHECK ((email IS NULL) = (password_hash IS NULL)),
  CONSTRAINT player_suspension
    CHECK (suspended_at IS NOT NULL OR (suspended_until IS NULL AND suspension_reason IS NULL))
);
CREATE UNIQUE INDEX player_username_key ON player (name_key);
CREATE UNIQUE INDEX player_email_key ON player (email_key);
CREATE INDEX player_referred_by ON player (referred_by, id DESC) WHERE referred_by IS NOT NULL;
CREATE INDEX player_closed ON player (id) WHERE closed_at IS NOT NULL;
CREATE INDEX player_bot ON player (id) WHERE bot;
-- Guests by age: those whose account nobody uses are closed.
CREATE INDEX player_guest ON player (created_at) WHERE email IS NULL;
-- Every process reads these when it starts; they are few.
CREATE INDEX player_hides_name ON player (id) WHERE hides_name;
-- For the search by the beginning of a name.
CREATE INDEX player_name_prefix ON player (name_key)
  WHERE closed_at IS NULL AND email IS NOT NULL;
-- Who is, or was, on no board of players: closed accounts, guests, bots, and suspended players.
CREATE INDEX player_unranked ON player (id)
  WHERE closed_at IS NOT NULL OR email IS NULL OR bot OR suspended_at IS NOT NULL;

CREATE FUNCTION is_suspended(since timestamptz, until timestamptz) RETURNS boolean LANGUAGE sql VOLATILE
  RETURN since IS NOT NULL AND (until IS NULL OR until > clock_timestamp());

-- When a player takes another name, the former one is refused to all others for 90 days, so that nobody is taken for
-- them. Closing an account frees its name at once, since nothing that names the person remains.
CREATE TABLE former_name (
  -- In lower case.
  name text COLLATE "C" PRIMARY KEY,
  -- Who may take it again.
  player_id bigint NOT NULL REFERENCES player (id) ON DELETE CASCADE,
  until timestamptz NOT NULL
);
CREATE INDEX former_name_until ON former_name (until);
CREATE INDEX former_name_player ON former_name (player_id);

-- Whose name this is, or was until not long ago: while a former name is kept for a player it leads to them.
-- In lower case. The application cannot read the table of former names itself.
CREATE FUNCTION player_named(key text) RETURNS bigint
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog
  RETURN coalesce(
    (SELECT p.id FROM public.player p WHERE p.name_key = key AND p.closed_at IS NULL),
    (SELECT g.player_id FROM public.former_name g WHERE g.name = key AND g.until > now()));

-- After the row was written, and the unique index has waited for a concurrent change of the name's owner: this
-- statement then sees what they committed. Refused like a name that somebody has.
CREATE FUNCTION refuse_former_name() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  IF EXISTS (
    SELECT FROM public.former_name g
    WHERE g.name = NEW.name_key
      AND g.until > clock_timestamp() AND g.player_id <> NEW.id
  ) THEN
    RAISE unique_violation USING MESSAGE = 'the name was another player''s not long ago';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER player_former_name_refused AFTER INSERT OR UPDATE OF username ON player
  FOR EACH ROW EXECUTE FUNCTION refuse_former_name();

CREATE FUNCTION retain_former_name() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  DELETE FROM public.former_name WHERE until <= clock_timestamp();
  IF NEW.closed_at IS NOT NULL THEN
    DELETE FROM public.former_name WHERE player_id = NEW.id;
  ELSE
    INSERT INTO public.former_name (name, player_id, until)
    VALUES (OLD.name_key, NEW.id, clock_timestamp() + interval '90 days')
    ON CONFLICT (name) DO UPDATE SET player_id = excluded.player_id, until = excluded.until;
  END IF;
  RETURN NULL;
END $$;
-- A guest's name was generated.
CREATE TRIGGER player_former_name_retained AFTER UPDATE OF username ON player
  FOR EACH ROW WHEN (OLD.name_key <> NEW.name_key AND OLD.email IS NOT NULL)
  EXECUTE FUNCTION retain_former_name();

-- The ledger ---------------------------------------------------------------------------------------------------------

-- One row per player: the cached balances, and everything that a stake is judged by.
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
  -- Grows with every change of the player, so that a client can drop an older picture of them.
  version bigint NOT NULL DEFAULT 1
) WITH (fillfactor = 70);
-- The board of all time. Neither changes with a stake after the first of the day, so that bets stay cheap.
CREATE INDEX wallet_total_won ON wallet (total_won DESC, player_id);
CREATE INDEX wallet_staked_on ON wallet (staked_on, total_won DESC);

-- System accounts. A player's own are derived from their id: coins 1000 + 2 id, winnings 1001 + 2 id.
CREATE TABLE account (
  id bigint PRIMARY KEY CHECK (id BETWEEN 1 AND 999),
  name text COLLATE "C" NOT NULL UNIQUE
);
INSERT INTO account (id, name) VALUES
  (1, 'sign-up'), (2, 'referral'), (3, 'ads'), (4, 'wheel'), (5, 'closed'), (6, 'correction'), (7, 'card');

-- Games add theirs by `ledger.add_game`.
CREATE TYPE transfer_kind AS ENUM ('signup', 'referral', 'ad', 'wheel', 'correction', 'closed', 'card');

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

-- The place of what happens in the order of transfers, which the clock does not decide: the newest one before it.
-- Whose wallet is locked has all earlier transfers up to this one, and every later one beyond it.
CREATE FUNCTION newest_transfer() RETURNS bigint STABLE LANGUAGE sql SET search_path = pg_catalog AS $$
  SELECT coalesce(max(t.id), 0) FROM public.transfer t
$$;

CREATE TYPE ledger.stake_refusal AS ENUM ('on_a_break', 'limit_reached', 'insufficient_coins');
CREATE TYPE bet_outcome AS ENUM ('pending', 'win', 'loss', 'void');

-- What was left on a closed account, each time something was.
CREATE TABLE account_closing (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  player_id bigint NOT NULL REFERENCES player (id),
  coins bigint NOT NULL,
  winnings bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- What the operator gave or took.
CREATE TABLE coin_correction (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  player_id bigint NOT NULL REFERENCES player (id),
  -- Above zero gives coins, below takes them.
  amount bigint NOT NULL CHECK (amount <> 0),
  reason text NOT NULL CHECK (length(reason) BETWEEN 3 AND 500),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- A running hash over all transfers, in blocks. That of the end of each site day is published: anybody who noted it
-- down can show that nothing before it was rewritten.
CREATE TABLE ledger_head (
  block bigint PRIMARY KEY,
  -- The last transfer of the block.
  through bigint NOT NULL,
  -- Up to and with this block.
  transfers bigint NOT NULL,
  -- SHA-256 over the hash before and the block's transfers in the order of their ids, one a line.
  hash bytea NOT NULL CHECK (octet_length(hash) = 32),
  -- The site day whose last block this is.
  day date UNIQUE,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);
INSERT INTO ledger_head (block, through, transfers, hash) VALUES (0, 0, 0, sha256('fairground/ledger'));
SELECT restrict_application('ledger_head', '{}');
CREATE TRIGGER ledger_head_is_final BEFORE UPDATE OR DELETE ON ledger_head
  FOR EACH ROW EXECUTE FUNCTION refuse_final_change();

-- Limits and breaks --------------------------------------------------------------------------------------------------

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
  after_transfer bigint NOT NULL DEFAULT newest_transfer(),
  ends_at timestamptz NOT NULL CHECK (ends_at > starts_at)
);
CREATE INDEX play_break_player ON play_break (player_id);
SELECT restrict_application('play_break', '{}');

-- The break of an account that was closed, until it ends: a player who comes back with the address is on it again.
CREATE TABLE closed_break (
  -- A keyed hash of the mailbox; the database alone does not reveal the address.
  mailbox_hash bytea PRIMARY KEY,
  ends_at timestamptz NOT NULL
);
CREATE INDEX closed_break_ends_at ON closed_break (ends_at);

-- The files outside of the database that keep what must outlive a restore, which names those that it was not given.
CREATE TABLE lasting_acts_file (
  id uuid PRIMARY KEY,
  host text NOT NULL,
  path text NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
SELECT restrict_application('lasting_acts_file', '{host,path,seen_at}');

-- Coins without a stake ----------------------------------------------------------------------------------------------

CREATE TABLE ad_view (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  player_id bigint NOT NULL REFERENCES player (id),
  -- 'house' ads are the site's own; those of another provider wait for its signed word.
  provider text NOT NULL,
  creative text NOT NULL,
  -- What was promised when it began; later settings do not change it.
  seconds integer NOT NULL CHECK (seconds >= 0),
  coins bigint NOT NULL CHECK (coins >= 0),
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- The provider's own number of this viewing: one viewing confirms one view.
  confirmed_by text COLLATE "C" UNIQUE,
  confirmed_at timestamptz,
  paid_at timestamptz,
  -- The site day it was paid on, which the daily limit counts by.
  paid_on date,
  -- The call that was paid for it: eight bytes of the hashes of its key and of its body.
  ended_by bigint,
  ended_body bigint,
  CHECK ((confirmed_by IS NULL) = (confirmed_at IS NULL)),
  CHECK ((paid_at IS NULL) = (paid_on IS NULL))
);
-- One at a time.
CREATE UNIQUE INDEX ad_view_open ON ad_view (player_id) WHERE paid_at IS NULL;
CREATE INDEX ad_view_paid ON ad_view (player_id, paid_on) WHERE paid_at IS NOT NULL;
CREATE UNIQUE INDEX ad_view_ending ON ad_view (player_id, ended_by) WHERE ended_by IS NOT NULL;
SELECT restrict_application('ad_view', '{confirmed_at,confirmed_by,paid_at,paid_on,ended_by,ended_body}',
  may_delete => true);
CREATE TRIGGER ad_view_is_final BEFORE UPDATE OR DELETE ON ad_view
  FOR EACH ROW WHEN (OLD.paid_at IS NOT NULL) EXECUTE FUNCTION refuse_final_change();

CREATE TYPE referral_state AS ENUM ('pending', 'earned', 'rewarded');

-- Pending until the invited player has settled a first bet, earned until both were paid.
CREATE TABLE referral (
  referred_id bigint PRIMARY KEY REFERENCES player (id),
  referrer_id bigint NOT NULL REFERENCES player (id) CHECK (referrer_id <> referred_id),
  -- A keyed hash of the invited player's mailbox, which is invited once, also where its account was closed.
  mailbox_hash bytea NOT NULL UNIQUE,
  state referral_state NOT NULL DEFAULT 'pending',
  earned_at timestamptz,
  rewarded_at timestamptz,
  rewarded_on date,
  CHECK ((state = 'rewarded') = (rewarded_on IS NOT NULL))
);
CREATE INDEX referral_open ON referral (state, referred_id) WHERE state <> 'rewarded';
CREATE INDEX referral_paid ON referral (referrer_id, rewarded_on) WHERE state = 'rewarded';
SELECT restrict_application('referral', '{state,earned_at,rewarded_at,rewarded_on}');

-- The punch card: a stamp for each day of the site on which a player staked something or spun the wheel, and a bonus
-- for every seven stamps. Without a foreign key, which would lock the player after the wallet: a stamp is written with
-- the wallet locked, and a closing deletes it after it has locked the wallet too.
CREATE TABLE stamp (
  player_id bigint NOT NULL,
  day date NOT NULL,
  stamped_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (player_id, day)
);

-- Each card that was claimed; the first one took the first seven stamps, and so on.
CREATE TABLE card_claim (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  player_id bigint NOT NULL REFERENCES player (id),
  number integer NOT NULL CHECK (number > 0),
  coins bigint NOT NULL CHECK (coins >= 0),
  claimed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- The call that claimed it: eight bytes of the hashes of its key and of its body.
  call_key bigint,
  call_body bigint,
  UNIQUE (player_id, number)
);
CREATE UNIQUE INDEX card_claim_call ON card_claim (player_id, call_key) WHERE call_key IS NOT NULL;
SELECT restrict_application('card_claim', '{}');

-- Boards -------------------------------------------------------------------------------------------------------------

-- Standings are written together with the wallets of their players, which the application may not delete and which
-- protect the player by a foreign key, and with the account of the game. Checking both again for each new row was a
-- tenth of what settling a draw costs: they have no foreign keys. The audit computes them again.

-- What a player won above their stakes in a day ('d'), in a week ('w', by its Monday) and in a
-- month ('m', by its first day).
CREATE TABLE standing (
  span "char" NOT NULL CHECK (span IN ('d', 'w', 'm')),
  since date NOT NULL,
  player_id bigint NOT NULL,
  won bigint NOT NULL CHECK (won > 0),
  PRIMARY KEY (span, since, player_id)
) WITH (fillfactor = 80);
CREATE INDEX standing_board ON standing (span, since, won DESC, player_id);

-- What a player won above their stakes in one game, of all time.
CREATE TABLE game_standing (
  -- The game's account.
  account bigint NOT NULL,
  player_id bigint NOT NULL,
  won bigint NOT NULL CHECK (won > 0),
  PRIMARY KEY (account, player_id)
) WITH (fillfactor = 80);
CREATE INDEX game_standing_board ON game_standing (account, won DESC, player_id);
CREATE INDEX game_standing_player ON game_standing (player_id);

-- Sums of the rows of days and of weeks that were deleted some time after they were over, so
-- that the boards still add up.
CREATE TABLE carried_standing (
  player_id bigint PRIMARY KEY REFERENCES player (id),
  days bigint NOT NULL CHECK (days >= 0),
  weeks bigint NOT NULL CHECK (weeks >= 0),
  -- The newest month with deleted days.
  last_month date
);

-- How many players won at least so much: the n-th of `players` won at least the n-th of `won`. Ascending, from the
-- lowest amount of all, so that the first of `players` is the number of all players on the board.
CREATE TABLE board_histogram (
  -- A day, a week, a month, or all time.
  span "char" PRIMARY KEY CHECK (span IN ('d', 'w', 'm', 'a')),
  since date NOT NULL,
  counted_at timestamptz NOT NULL,
  won bigint[] NOT NULL,
  players bigint[] NOT NULL CHECK (cardinality(players) = cardinality(won))
);

-- Months that are over, with the first hundred of each. Names and pictures are those that the players have now.
CREATE TABLE season (
  month date PRIMARY KEY CHECK (month = date_trunc('month', month)),
  ended_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  after_transfer bigint NOT NULL DEFAULT newest_transfer(),
  -- How many players won something in it.
  winners bigint NOT NULL CHECK (winners >= 0)
);
CREATE TABLE season_place (
  month date NOT NULL REFERENCES season (month),
  place smallint NOT NULL CHECK (place BETWEEN 1 AND 100),
  player_id bigint NOT NULL REFERENCES player (id),
  won bigint NOT NULL CHECK (won > 0),
  PRIMARY KEY (month, place)
);
CREATE INDEX season_place_player ON season_place (player_id);
SELECT restrict_application('season', '{}'), restrict_application('season_place', '{}');

-- Clubs --------------------------------------------------------------------------------------------------------------

-- Private groups of players. Members alone learn that a club exists, and nothing in it moves coins.
CREATE TABLE club (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL CHECK (length(name) BETWEEN 3 AND 40),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Grows with every change of its name, members, owner or codes: by it each process notices whose connections may
  -- still follow the club.
  version bigint NOT NULL DEFAULT 1,
  -- The Monday of the newest week that is over and was recorded, with a winner or without one.
  closed_week date NOT NULL CHECK (closed_week = date_trunc('week', closed_week))
);
CREATE INDEX club_open_week ON club (closed_week, id);
SELECT restrict_application('club', '{name,version,closed_week}', may_delete => true);

-- The owner is a member with a mark, so that it is always one.
CREATE TABLE club_member (
  club_id bigint NOT NULL REFERENCES club (id) ON DELETE CASCADE,
  player_id bigint NOT NULL REFERENCES player (id),
  -- In the member's own link.
  code text COLLATE "C" NOT NULL CONSTRAINT club_member_code UNIQUE,
  is_owner boolean NOT NULL DEFAULT false,
  joined_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- What was won from this day of the site on counts in the club.
  joined_on date NOT NULL,
  -- What the player had won in total before that day.
  won_before bigint NOT NULL CHECK (won_before >= 0),
  -- Whether the others were notified of the joining.
  announced boolean NOT NULL DEFAULT false,
  PRIMARY KEY (club_id, player_id)
);
CREATE INDEX club_member_player ON club_member (player_id, joined_at);
CREATE UNIQUE INDEX club_member_owner ON club_member (club_id) WHERE is_owner;
CREATE INDEX club_member_unannounced ON club_member (club_id, player_id) WHERE NOT announced;
SELECT restrict_application('club_member', '{code,is_owner,announced}', may_delete => true);

-- Who won most in a week that is over, from Monday to Sunday.
CREATE TABLE club_week (
  club_id bigint NOT NULL REFERENCES club (id) ON DELETE CASCADE,
  week date NOT NULL CHECK (week = date_trunc('week', week)),
  player_id bigint NOT NULL REFERENCES player (id),
  won bigint NOT NULL CHECK (won > 0),
  PRIMARY KEY (club_id, week)
);
CREATE INDEX club_week_player ON club_week (player_id);
SELECT restrict_application('club_week', '{}', may_delete => true);

-- Achievements --------------------------------------------------------------------------------------------------------

-- Awarded by the director from committed transfers, once per player and achievement.
CREATE TABLE achievement (
  player_id bigint NOT NULL REFERENCES player (id),
  id text COLLATE "C" NOT NULL,
  reached_at timestamptz NOT NULL,
  PRIMARY KEY (player_id, id)
);

-- How far each rule has been applied: to the transfers up to this id. A new rule begins with the first.
CREATE TABLE achievement_rule (
  id text COLLATE "C" PRIMARY KEY,
  applied_through bigint NOT NULL DEFAULT 0 CHECK (applied_through >= 0)
);

-- Fairness -----------------------------------------------------------------------------------------------------------

-- A restore, a promoted replica or a recovery takes the site back in time. What was drawn since then is known, so it
-- must not be drawn again: chains end, open games are void, sealed seeds are given up.
CREATE TABLE fairness_restart (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  reason text NOT NULL CHECK (reason IN ('restore', 'recovery')),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- When the backup was made; null where that is not known.
  restored_to timestamptz
);

CREATE TABLE fairness_chain (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  game text COLLATE "C" NOT NULL,
  terminal_hash bytea NOT NULL CHECK (length(terminal_hash) = 32),
  salt bytea NOT NULL CHECK (length(salt) = 32),
  salt_source text NOT NULL CHECK (salt_source IN ('install', 'beacon')),
  links integer NOT NULL CHECK (links > 0),
  next_link integer NOT NULL DEFAULT 1,
  published_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- No link of an ended chain is used again, however many are left.
  ended_by bigint REFERENCES fairness_restart (id)
);
CREATE INDEX fairness_chain_game ON fairness_chain (game, id);
SELECT restrict_application('fairness_chain', '{next_link,ended_by}');
CREATE TRIGGER fairness_chain_is_final
  BEFORE DELETE OR UPDATE OF id, game, terminal_hash, salt, salt_source, links, published_at ON fairness_chain
  FOR EACH ROW EXECUTE FUNCTION refuse_final_change();

-- Every 1,024th link, sealed with a key that is not in the database.
CREATE TABLE fairness_checkpoint (
  chain_id bigint NOT NULL REFERENCES fairness_chain (id),
  link integer NOT NULL,
  sealed bytea NOT NULL,
  PRIMARY KEY (chain_id, link)
);
SELECT restrict_application('fairness_checkpoint', '{}');

CREATE TYPE seed_state AS ENUM ('next', 'current', 'revealed');

-- Server seeds of games that draw from a player's own seeds: the next one is announced by its hash before the player
-- chooses the client seed that will go with it.
CREATE TABLE player_seed (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  player_id bigint NOT NULL REFERENCES player (id),
  state seed_state NOT NULL,
  -- 32 bytes, sealed with a key that is not in the database; the owner seals them again when the key is replaced.
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
  revealed_after bigint,
  CHECK ((state = 'next') = (client_seed IS NULL)),
  CHECK ((state = 'revealed') = (seed IS NOT NULL))
);
CREATE UNIQUE INDEX player_seed_current ON player_seed (player_id) WHERE state = 'current';
CREATE UNIQUE INDEX player_seed_next ON player_seed (player_id) WHERE state = 'next';
CREATE INDEX player_seed_player ON player_seed (player_id, id DESC);
SELECT restrict_application('player_seed',
  '{activated_at,client_seed,client_seed_source,revealed_after,revealed_at,seed,state,next_nonce}');
CREATE TRIGGER player_seed_is_final
  BEFORE DELETE OR UPDATE OF id, player_id, state, commitment, client_seed, client_seed_source, next_nonce, seed,
    created_at,
    activated_at, revealed_at, revealed_after ON player_seed
  FOR EACH ROW WHEN (OLD.state = 'revealed') EXECUTE FUNCTION refuse_final_change();

-- Which key opens the sealed seeds of this database: its fingerprint, never the key itself.
CREATE TABLE seed_key (
  id smallint PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  fingerprint bytea NOT NULL CHECK (length(fingerprint) = 32),
  -- Hashes the entries of the list of closed accounts. Derived from the first key, so that every backup that fits
  -- that key can read the list; stored sealed, so that the list stays readable when the key is rotated.
  sealed_closing_key bytea NOT NULL,
  adopted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  rotated_at timestamptz
);
SELECT restrict_application('seed_key', '{}');

-- The Ed25519 key that signs receipts and the checkpoints of the public log. It remains when the seed key is rotated.
CREATE TABLE signing_key (
  id smallint PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  public_key bytea NOT NULL CHECK (length(public_key) = 32),
  sealed bytea NOT NULL
);
SELECT restrict_application('signing_key', '{}');

-- The public log: what was promised and what was drawn, in one Merkle tree for each origin. Docs:
-- fairness.md, "The log".

-- A restart of fairness, which follows when the database went back in time, begins the next origin: entries
-- after the backup are lost, and others may know them.
CREATE TABLE log_origin (
  n integer PRIMARY KEY CHECK (n > 0),
  name text COLLATE "C" NOT NULL UNIQUE,
  -- The newest restart that the origin knows of; from the second origin on the one that began it.
  restart_id bigint REFERENCES fairness_restart (id),
  began_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE TABLE log_entry (
  origin integer NOT NULL REFERENCES log_origin (n),
  -- From 0, without a gap.
  index bigint NOT NULL CHECK (index >= 0),
  at timestamptz NOT NULL,
  kind text COLLATE "C" NOT NULL,
  -- The game's wire id; empty where there is none.
  game text COLLATE "C" NOT NULL,
  -- What the entry is about, such as the wire id of a round.
  source text COLLATE "C" NOT NULL,
  -- RFC 8785 JSON, whose bytes in UTF-8 are the entry.
  body text NOT NULL CHECK (octet_length(body) <= 65535),
  PRIMARY KEY (origin, index),
  -- Nothing is logged twice.
  CONSTRAINT log_entry_once UNIQUE (game, source, kind)
);
CREATE INDEX log_entry_day ON log_entry (kind, source DESC) WHERE game = '';
CREATE INDEX log_entry_void ON log_entry (origin, index) WHERE kind = 'void';

-- The hash over each complete tile of a level, so that no reader of the tree has to hash the whole of it.
CREATE TABLE log_tile (
  origin integer NOT NULL REFERENCES log_origin (n),
  level smallint NOT NULL CHECK (level BETWEEN 0 AND 7),
  index bigint NOT NULL CHECK (index >= 0),
  hash bytea NOT NULL CHECK (length(hash) = 32),
  PRIMARY KEY (origin, level, index)
);

-- What was published of the tree, together with its entries or after them.
CREATE TABLE log_checkpoint (
  origin integer NOT NULL REFERENCES log_origin (n),
  size bigint NOT NULL CHECK (size > 0),
  root bytea NOT NULL CHECK (length(root) = 32),
  signature bytea NOT NULL CHECK (length(signature) = 64),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (origin, size)
);

-- Signatures of witnesses under checkpoints.
CREATE TABLE log_cosignature (
  origin integer NOT NULL,
  size bigint NOT NULL,
  -- The witness's verifier key.
  witness text COLLATE "C" NOT NULL,
  -- A time and a signature, see C2SP tlog-cosignature.
  signature bytea NOT NULL CHECK (length(signature) = 72),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (origin, witness, size),
  FOREIGN KEY (origin, size) REFERENCES log_checkpoint (origin, size)
);
CREATE INDEX log_cosignature_checkpoint ON log_cosignature (origin, size);

-- How far the rows of a game are in the log: up to `through` everything is.
CREATE TABLE log_progress (
  -- The game's wire id, or `playerSeeds`.
  game text COLLATE "C" PRIMARY KEY,
  through bigint NOT NULL CHECK (through > 0)
);

SELECT restrict_application('log_origin', '{}'), restrict_application('log_entry', '{}'),
  restrict_application('log_tile', '{}'), restrict_application('log_checkpoint', '{}'),
  restrict_application('log_cosignature', '{}'), restrict_application('log_progress', '{through}');
CREATE TRIGGER log_origin_is_final BEFORE UPDATE OR DELETE ON log_origin
  FOR EACH ROW EXECUTE FUNCTION refuse_final_change();
CREATE TRIGGER log_entry_is_final BEFORE UPDATE OR DELETE ON log_entry
  FOR EACH ROW EXECUTE FUNCTION refuse_final_change();
CREATE TRIGGER log_tile_is_final BEFORE UPDATE OR DELETE ON log_tile
  FOR EACH ROW EXECUTE FUNCTION refuse_final_change();
CREATE TRIGGER log_checkpoint_is_final BEFORE UPDATE OR DELETE ON log_checkpoint
  FOR EACH ROW EXECUTE FUNCTION refuse_final_change();
CREATE TRIGGER log_cosignature_is_final BEFORE UPDATE OR DELETE ON log_cosignature
  FOR EACH ROW EXECUTE FUNCTION refuse_final_change();

-- A public beacon, whose values results wait for. A site may change to another chain: each result names the
-- one that it used.
CREATE TABLE beacon_chain (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  hash bytea NOT NULL CHECK (length(hash) = 32),
  public_key bytea NOT NULL CHECK (length(public_key) = 96),
  genesis_ms bigint NOT NULL,
  period_ms integer NOT NULL CHECK (period_ms > 0),
  UNIQUE (hash, public_key, genesis_ms, period_ms)
);

-- Verified values.
CREATE TABLE beacon_value (
  chain_id integer NOT NULL REFERENCES beacon_chain (id),
  round integer NOT NULL CHECK (round > 0),
  randomness bytea NOT NULL,
  signature bytea NOT NULL CHECK (length(signature) = 48),
  PRIMARY KEY (chain_id, round),
  CHECK (randomness = sha256(signature))
);
SELECT restrict_application('beacon_chain', '{}'), restrict_application('beacon_value', '{}');

-- What happened on each ended day of the site, as a file. Docs: fairness.md, "Dumps".
CREATE TABLE dump (
  day date PRIMARY KEY,
  -- The dump of the log has what became final after the one before and before this moment.
  ends_at timestamptz NOT NULL,
  -- The newest entry of the log that it covers.
  origin integer NOT NULL REFERENCES log_origin (n),
  through bigint NOT NULL,
  sha256 bytea NOT NULL,
  -- NDJSON, compressed by gzip.
  body bytea NOT NULL,
  -- What the monitor shows of the day, counted once, with the dump. Docs: fairness.md, "The monitor".
  monitored jsonb NOT NULL,
  CHECK (sha256 = sha256(body))
);
ALTER TABLE dump ALTER body SET STORAGE EXTERNAL;
SELECT restrict_application('dump', '{}');
CREATE TRIGGER dump_is_final BEFORE UPDATE OR DELETE ON dump
  FOR EACH ROW EXECUTE FUNCTION refuse_final_change();

-- The director -------------------------------------------------------------------------------------------------------

-- One row. The process that holds the lease runs rounds and draws; the epoch grows with every holder. The lease's
-- heartbeat and its fence are rows of their own: the holder renews the first every second, and what it writes holds a
-- share lock on the second, which a long statement may hold for longer than the lease lasts.
CREATE TABLE director_lease (
  id smallint PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  epoch bigint NOT NULL DEFAULT 0,
  holder text,
  renewed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Since when it has been renewed in time, by a clock that was not set.
  led_since timestamptz NOT NULL DEFAULT clock_timestamp()
);
INSERT INTO director_lease DEFAULT VALUES;
CREATE TABLE director_fence (
  id smallint PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  epoch bigint NOT NULL
);
INSERT INTO director_fence (epoch) VALUES (0);
SELECT restrict_application('director_fence', '{epoch}');

-- The process that raises the epoch waits here until what was written under the one before is committed.
CREATE FUNCTION move_fence() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_catalog AS $$
BEGIN
  UPDATE director_fence SET epoch = NEW.epoch;
  RETURN NULL;
END $$;
CREATE TRIGGER director_lease_moves_fence AFTER UPDATE OF epoch ON director_lease
  FOR EACH ROW EXECUTE FUNCTION move_fence();

-- Games that take no stakes because the leader cannot run them. Only the leader writes it.
-- A game may be closed for both reasons: its engine fails, or the beacon's values are missing.
CREATE TABLE closed_game (
  -- The game's id on the wire.
  game text COLLATE "C" NOT NULL,
  since timestamptz NOT NULL DEFAULT clock_timestamp(),
  reason text COLLATE "C" NOT NULL DEFAULT 'engine' CHECK (reason IN ('engine', 'beacon')),
  PRIMARY KEY (game, reason)
);

-- Games that an operator closed: they take no stakes until an operator opens them. What runs finishes.
CREATE TABLE game_switch (
  -- The game's id on the wire.
  game text COLLATE "C" PRIMARY KEY,
  closed_by bigint NOT NULL REFERENCES staff (id),
  reason text NOT NULL CHECK (length(reason) BETWEEN 3 AND 500),
  since timestamptz NOT NULL DEFAULT clock_timestamp()
);
SELECT restrict_application('game_switch', '{}', may_delete => true);

CREATE TYPE staff_request_kind AS ENUM ('correction', 'void');
-- `direct` needed nobody else.
CREATE TYPE staff_request_state AS ENUM ('direct', 'open', 'approved', 'refused', 'withdrawn');

-- Corrections, and requests to void a round or a draw, which a second member of the staff has to approve.
CREATE TABLE staff_request (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  player_id bigint REFERENCES player (id),
  -- Above zero gives coins, below takes them.
  amount bigint CHECK (amount <> 0),
  reason text NOT NULL CHECK (length(reason) BETWEEN 3 AND 500),
  requested_by bigint NOT NULL REFERENCES staff (id),
  -- Made by the page, so that a repeated call is the same request.
  key text COLLATE "C" NOT NULL CHECK (length(key) BETWEEN 8 AND 64),
  requested_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  state staff_request_state NOT NULL,
  decided_by bigint REFERENCES staff (id),
  decided_at timestamptz,
  kind staff_request_kind NOT NULL DEFAULT 'correction',
  -- The game's id on the wire, and the round's or draw's.
  game text CHECK (length(game) BETWEEN 1 AND 64),
  round text CHECK (length(round) BETWEEN 1 AND 32),
  UNIQUE (requested_by, key),
  CHECK ((decided_by IS NULL) = (state IN ('direct', 'open')) AND (decided_by IS NULL) = (decided_at IS NULL)),
  CONSTRAINT staff_request_subject CHECK (CASE kind
    WHEN 'correction' THEN player_id IS NOT NULL AND amount IS NOT NULL AND game IS NULL AND round IS NULL
    WHEN 'void' THEN player_id IS NULL AND amount IS NULL AND game IS NOT NULL AND round IS NOT NULL
  END),
  -- Two people: nobody approves or refuses what they requested, and nobody else withdraws it.
  CONSTRAINT staff_request_two_people CHECK ((decided_by = requested_by) = (state = 'withdrawn')),
  -- Nobody voids a round alone.
  CONSTRAINT staff_request_void_waits CHECK (kind <> 'void' OR state <> 'direct')
);
CREATE INDEX staff_request_open ON staff_request (id) WHERE state = 'open';
CREATE INDEX staff_request_staff ON staff_request (requested_by, requested_at);
SELECT restrict_application('staff_request', '{state,decided_by,decided_at}');

-- What is to be void is about to be decided, and a request that waits must not be approved by
-- somebody who finds it later.
CREATE FUNCTION is_expired_request(kind staff_request_kind, requested_at timestamptz) RETURNS boolean
  LANGUAGE sql VOLATILE
  RETURN kind = 'void' AND requested_at < clock_timestamp() - interval '1 hour';

-- What was requested stays as it was, and what was decided stays decided.
CREATE FUNCTION guard_staff_request() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.state = 'open'
    AND (NEW.id, NEW.player_id, NEW.amount, NEW.reason, NEW.requested_by, NEW.key, NEW.requested_at, NEW.kind, NEW.game,
      NEW.round)
      IS NOT DISTINCT FROM (OLD.id, OLD.player_id, OLD.amount, OLD.reason, OLD.requested_by, OLD.key, OLD.requested_at,
      OLD.kind, OLD.game, OLD.round)
    AND NOT (NEW.state = 'approved' AND public.is_expired_request(OLD.kind, OLD.requested_at))
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'a request is decided once and never changed' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER staff_request_is_permanent BEFORE UPDATE OR DELETE ON staff_request
  FOR EACH ROW EXECUTE FUNCTION guard_staff_request();

-- Identity -----------------------------------------------------------------------------------------------------------

CREATE TABLE session (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  token_hash bytea NOT NULL UNIQUE,
  player_id bigint NOT NULL REFERENCES player (id) ON DELETE CASCADE,
  user_agent text,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  last_seen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Moved on by use, up to the other. The other is null if use does not matter: guests cannot sign in again.
  expires_at timestamptz NOT NULL,
  absolute_expires_at timestamptz
);
CREATE INDEX session_player ON session (player_id);

CREATE TABLE socket_token (
  token_hash bytea PRIMARY KEY,
  session_id bigint NOT NULL REFERENCES session (id) ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX socket_token_session ON socket_token (session_id);

-- Personal access tokens, by which a player's programs call the site.
CREATE TABLE access_token (
  -- From the sequence of sessions: a socket is bound to a session or a token by its id, and
  -- ends with it in the same way.
  id bigint PRIMARY KEY DEFAULT nextval('session_id_seq'),
  player_id bigint NOT NULL REFERENCES player (id) ON DELETE CASCADE,
  -- SHA-256 of 256 random bits.
  token_hash bytea NOT NULL UNIQUE,
  name text NOT NULL,
  -- A token that may play may read too.
  scopes text[] NOT NULL CHECK (scopes <@ ARRAY['read', 'play'] AND 'read' = ANY (scopes)),
  -- The end of the token, by which its owner recognizes it.
  last_four text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz NOT NULL,
  -- The day in UTC on which it was used last.
  last_used_on date,
  CHECK (expires_at <= created_at + interval '366 days')
);
CREATE INDEX access_token_player ON access_token (player_id);

-- Sessions and access tokens that ended recently, and when. A call that arrived before is still its player's.
CREATE TABLE ended_session (
  id bigint PRIMARY KEY,
  player_id bigint NOT NULL,
  token_hash bytea NOT NULL,
  -- The scopes of an access token; null for a session.
  scopes text[],
  ended_at timestamptz NOT NULL
);
CREATE INDEX ended_session_token ON ended_session (token_hash);

-- By triggers, as sessions end in many ways.
CREATE FUNCTION record_ended_session() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  -- One that is deleted after it had expired ended when it expired.
  INSERT INTO public.ended_session (id, player_id, token_hash, scopes, ended_at)
  SELECT o.id, o.player_id, o.token_hash, CASE WHEN TG_ARGV[0] = 'access_token' THEN
      ARRAY(SELECT jsonb_array_elements_text(to_jsonb(o) -> 'scopes')) END,
    least(o.expires_at, clock_timestamp())
  FROM ended o
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER session_ends AFTER DELETE ON session REFERENCING OLD TABLE AS ended
  FOR EACH STATEMENT EXECUTE FUNCTION record_ended_session('session');
CREATE TRIGGER access_token_ends AFTER DELETE ON access_token REFERENCING OLD TABLE AS ended
  FOR EACH STATEMENT EXECUTE FUNCTION record_ended_session('access_token');

-- Invitations by the operator, for a site that is not open to everybody. Each is for one account. The console
-- lists what each is for, and who used it or when it was ended. There is no foreign key, which would lock the table
-- of players; closing an account removes the row.
CREATE TABLE invitation (
  token_hash bytea PRIMARY KEY,
  expires_at timestamptz NOT NULL,
  note text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When it was used by a player, or ended by the staff.
  ended_at timestamptz,
  used_by bigint
);

CREATE TABLE password_reset (
  token_hash bytea PRIMARY KEY,
  player_id bigint NOT NULL REFERENCES player (id) ON DELETE CASCADE,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX password_reset_player ON password_reset (player_id);

CREATE TABLE email_confirmation (
  token_hash bytea PRIMARY KEY,
  player_id bigint NOT NULL REFERENCES player (id) ON DELETE CASCADE,
  email text NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX email_confirmation_player ON email_confirmation (player_id);

-- Changes of an account's email address that wait for their confirmations.
CREATE TABLE email_change (
  -- One at a time: another one replaces it.
  player_id bigint PRIMARY KEY REFERENCES player (id) ON DELETE CASCADE,
  -- The session that asked for it, which lives on after the change.
  session_id bigint NOT NULL,
  old_email text NOT NULL,
  new_email text NOT NULL,
  -- SHA-256 of the tokens in the mails. An old address that was never confirmed has none: it gets no mail.
  old_token_hash bytea UNIQUE,
  new_token_hash bytea NOT NULL UNIQUE,
  old_confirmed_at timestamptz,
  new_confirmed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX email_change_expires ON email_change (expires_at);

-- Browsers and addresses from which an account was signed in, so that its owner hears of another one.
CREATE TABLE known_browser (
  player_id bigint NOT NULL REFERENCES player (id) ON DELETE CASCADE,
  agent_hash bytea NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (player_id, agent_hash)
);
CREATE TABLE known_address (
  player_id bigint NOT NULL REFERENCES player (id) ON DELETE CASCADE,
  -- A keyed hash of the address; the key is shared by all processes.
  address_hash bytea NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (player_id, address_hash)
);
CREATE INDEX known_address_seen_at ON known_address (seen_at);

-- Second factors of players: authenticator apps, recovery codes and passkeys, and sign-ins that wait for one.
CREATE TABLE authenticator (
  player_id bigint PRIMARY KEY REFERENCES player (id) ON DELETE CASCADE,
  -- The secret, sealed with the key of the seeds.
  sealed bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Null until a first code has shown that the app has the secret.
  confirmed_at timestamptz,
  -- The newest 30 seconds since 1970 of which a code was accepted: each code is accepted once.
  last_step bigint NOT NULL DEFAULT 0
);
CREATE TABLE recovery_code (
  player_id bigint NOT NULL REFERENCES player (id) ON DELETE CASCADE,
  -- SHA-256 of 80 random bits.
  code_hash bytea NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (player_id, code_hash)
);
-- A right password that waits for the second factor.
CREATE TABLE sign_in_challenge (
  token_hash bytea PRIMARY KEY,
  player_id bigint NOT NULL REFERENCES player (id) ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX sign_in_challenge_player ON sign_in_challenge (player_id);

CREATE TABLE passkey (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  player_id bigint NOT NULL REFERENCES player (id) ON DELETE CASCADE,
  credential_id bytea NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  -- Grows with each use of authenticators that count; of others it stays 0.
  sign_count bigint NOT NULL DEFAULT 0,
  transports text[] NOT NULL DEFAULT '{}',
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  last_used_at timestamptz
);
CREATE INDEX passkey_player ON passkey (player_id);

-- What a passkey is asked to sign, once.
CREATE TABLE passkey_challenge (
  challenge bytea PRIMARY KEY,
  -- Who adds a passkey; null for a sign-in.
  player_id bigint REFERENCES player (id) ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX passkey_challenge_player ON passkey_challenge (player_id);

-- What a passkey signs in place of the password, once. Apart from the challenges of sign-ins and new passkeys, so that
-- none is accepted for another purpose.
CREATE TABLE passkey_confirmation (
  challenge bytea PRIMARY KEY,
  player_id bigint NOT NULL REFERENCES player (id) ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX passkey_confirmation_player ON passkey_confirmation (player_id);
SELECT restrict_application('passkey_confirmation', '{}', may_delete => true);

-- Exports of a player's data: one at a time per player.
CREATE TABLE player_export (
  player_id bigint PRIMARY KEY REFERENCES player (id) ON DELETE CASCADE,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Null once the export ended. Names the one that runs, so that none ends another's.
  run_id bytea
);

-- Notices ------------------------------------------------------------------------------------------------------------

CREATE TABLE notice (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  player_id bigint NOT NULL REFERENCES player (id) ON DELETE CASCADE,
  kind text COLLATE "C" NOT NULL,
  -- What it reports, so that a player is notified of it once.
  source text COLLATE "C" NOT NULL,
  data jsonb NOT NULL,
  -- False if the player wants notices of this kind only by another channel.
  in_inbox boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  read_at timestamptz,
  UNIQUE (player_id, kind, source)
);
CREATE INDEX notice_player ON notice (player_id, id DESC);
CREATE INDEX notice_created ON notice (created_at);

-- A player's choice for a kind; without a row the default of the kind applies.
CREATE TABLE notice_setting (
  player_id bigint NOT NULL REFERENCES player (id) ON DELETE CASCADE,
  kind text COLLATE "C" NOT NULL,
  inbox boolean NOT NULL,
  push boolean NOT NULL,
  mail boolean NOT NULL,
  -- The language of the page on which mail was chosen.
  language text NOT NULL DEFAULT 'en' CHECK (language IN ('en', 'es')),
  PRIMARY KEY (player_id, kind)
);

-- A browser that gets push messages. It ends with the session in which it was added.
CREATE TABLE push_subscription (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  player_id bigint NOT NULL REFERENCES player (id) ON DELETE CASCADE,
  session_id bigint NOT NULL REFERENCES session (id) ON DELETE CASCADE,
  endpoint text COLLATE "C" NOT NULL UNIQUE,
  -- The browser's public key and secret: messages are encrypted for it only.
  p256dh bytea NOT NULL CHECK (length(p256dh) = 65),
  auth bytea NOT NULL CHECK (length(auth) = 16),
  language text NOT NULL CHECK (language IN ('en', 'es')),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX push_subscription_player ON push_subscription (player_id, id);
CREATE INDEX push_subscription_session ON push_subscription (session_id);

-- The key pair by which push services know the site; every process uses the same one.
CREATE TABLE push_key (
  id smallint PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  public_key bytea NOT NULL CHECK (length(public_key) = 65),
  -- The private key, sealed with the key of the seeds.
  sealed bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE TYPE notice_channel AS ENUM ('push', 'mail');
CREATE TYPE notice_delivery_state AS ENUM ('queued', 'sent', 'failed', 'dropped');

-- A mail that somebody asked for, which the mail server has not taken yet. Its text has a one-time link and
-- is sealed with the key of the seeds.
CREATE TABLE queued_mail (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The account that it is erased with. Null for a mail to a reader of the newsletter, and for one that
  -- reports the end of an account or of an address.
  player_id bigint REFERENCES player (id),
  message_id text COLLATE "C" NOT NULL UNIQUE,
  sealed bytea NOT NULL,
  good_until timestamptz NOT NULL
);
CREATE INDEX queued_mail_player ON queued_mail (player_id);

-- One message to one browser or to the player's mailbox, or a mail that somebody asked for.
CREATE TABLE notice_delivery (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  notice_id bigint REFERENCES notice (id) ON DELETE CASCADE,
  -- Null again once it was sent or abandoned.
  mail_id bigint UNIQUE REFERENCES queued_mail (id) ON DELETE SET NULL,
  channel notice_channel NOT NULL,
  subscription_id bigint REFERENCES push_subscription (id) ON DELETE CASCADE,
  state notice_delivery_state NOT NULL DEFAULT 'queued',
  tries smallint NOT NULL DEFAULT 0,
  next_try_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  last_error text,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CHECK ((channel = 'push') = (subscription_id IS NOT NULL)),
  CHECK (notice_id IS NULL OR mail_id IS NULL),
  CHECK (channel = 'mail' OR notice_id IS NOT NULL)
);
CREATE UNIQUE INDEX notice_delivery_once ON notice_delivery (notice_id, channel, subscription_id) NULLS NOT DISTINCT
  WHERE notice_id IS NOT NULL;
CREATE INDEX notice_delivery_due ON notice_delivery (next_try_at) WHERE state = 'queued';
CREATE INDEX notice_delivery_subscription ON notice_delivery (subscription_id);
-- Messages that were sent or abandoned, which are deleted after some days.
CREATE INDEX notice_delivery_done ON notice_delivery (created_at) WHERE state <> 'queued';

-- How far notices were made of the committed rows of a game.
CREATE TABLE notice_mark (
  game text COLLATE "C" PRIMARY KEY,
  place bigint NOT NULL
);

-- Content ------------------------------------------------------------------------------------------------------------

-- Likes of posts by the names of their files: those of a post whose file went stay, and count again if it returns.
CREATE TABLE blog_like (
  slug text COLLATE "C" NOT NULL,
  player_id bigint NOT NULL REFERENCES player (id),
  PRIMARY KEY (slug, player_id)
);
CREATE INDEX blog_like_player ON blog_like (player_id);

CREATE TABLE contact_message (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  email text NOT NULL,
  email_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (lower(email COLLATE "C")) STORED,
  title text NOT NULL,
  description text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- When the operator was mailed; null if no address for it is set, or it failed.
  mailed_at timestamptz,
  answered_at timestamptz
);
CREATE INDEX contact_message_email ON contact_message (email_key, id);

-- Answers of the staff, erased with their message.
CREATE TABLE contact_answer (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  message_id bigint NOT NULL REFERENCES contact_message (id) ON DELETE CASCADE,
  staff_id bigint NOT NULL REFERENCES staff (id),
  text text NOT NULL CHECK (length(text) BETWEEN 1 AND 10000),
  -- Made by the page, so that a repeated call is the same answer.
  key text COLLATE "C" NOT NULL CHECK (length(key) BETWEEN 8 AND 64),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  mailed_at timestamptz,
  UNIQUE (staff_id, key)
);
CREATE INDEX contact_answer_message ON contact_answer (message_id);
SELECT restrict_application('contact_answer', '{mailed_at}');

CREATE TABLE newsletter_subscriber (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email text NOT NULL,
  email_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (lower(email COLLATE "C")) STORED,
  -- Null once confirmed.
  confirm_hash bytea UNIQUE,
  confirm_until timestamptz,
  confirmed_at timestamptz,
  -- Is in every mail, so it is kept as it is; all it can do is end the subscription.
  unsubscribe_token text COLLATE "C" NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- The language of the page on which the address was given; null for the oldest addresses.
  language text CHECK (language IN ('en', 'es')),
  CHECK ((confirm_hash IS NULL) = (confirmed_at IS NOT NULL))
);
CREATE UNIQUE INDEX newsletter_subscriber_email ON newsletter_subscriber (email_key);

-- The site -----------------------------------------------------------------------------------------------------------

-- The zone in which the site's day begins, as the running site was told; statements that cannot be given
-- it as a parameter read it here.
CREATE TABLE site_zone (
  id smallint PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  name text NOT NULL,
  -- The day on which the site changed its zone, and when it had begun in the zone before. No earlier day comes again.
  first_day date,
  first_day_began timestamptz,
  CHECK (num_nulls(first_day, first_day_began) IN (0, 2))
);
INSERT INTO site_zone (name) VALUES ('UTC');

-- There is a row while the complete site is in maintenance, written by an operator or by the setting of a start.
CREATE TABLE maintenance (
  id smallint PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  -- Shown to players, in English and, if given, in Spanish.
  reason text NOT NULL CHECK (length(reason) BETWEEN 3 AND 500),
  reason_es text CHECK (length(reason_es) BETWEEN 3 AND 500),
  -- Absent for a command from a shell and for the setting.
  started_by bigint REFERENCES staff (id),
  since timestamptz NOT NULL DEFAULT clock_timestamp()
);
SELECT restrict_application('maintenance', '{}', may_delete => true);

-- How many mails of a kind went to one subject in its current window.
CREATE TABLE mail_quota (
  kind text COLLATE "C" NOT NULL,
  -- The hash of a mailbox, or of a player's id.
  subject bytea NOT NULL,
  used integer NOT NULL CHECK (used > 0),
  since timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (kind, subject)
);

-- The rate at which the processes of a site give mails to the mail server.
CREATE TABLE mail_rate (
  id smallint PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  -- When the last mail that was counted has its place at an even rate. It lies ahead of the clock
  -- by as much as was sent faster.
  used_until timestamptz NOT NULL DEFAULT '-infinity'
);
INSERT INTO mail_rate DEFAULT VALUES;
SELECT restrict_application('mail_rate', '{used_until}');

-- Written to find out whether the disk has space again, after a write was refused.
CREATE TABLE write_probe (
  id smallint PRIMARY KEY CHECK (id = 1),
  filler bytea NOT NULL
);
ALTER TABLE write_probe ALTER COLUMN filler SET STORAGE EXTERNAL;

-- What the application may not write ---------------------------------------------------------------------------------

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'fairground_app') THEN
    -- Coins, and what follows from them: the ledger's functions write these.
    REVOKE INSERT, UPDATE, DELETE, TRUNCATE
      ON wallet, transfer, account_closing, coin_correction, stamp, standing, game_standing, carried_standing
      FROM fairground_app;
    -- Migrations and the operator's commands.
    REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON account, fairness_restart FROM fairground_app;
    REVOKE INSERT ON staff FROM fairground_app;
    -- Triggers.
    REVOKE ALL ON former_name FROM fairground_app;
    REVOKE INSERT, UPDATE, TRUNCATE ON ended_session FROM fairground_app;
  END IF;
END $$;
