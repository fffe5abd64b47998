-- The punch card: a stamp for each day of the site on which a player staked something or spun the wheel, and a bonus
-- for every seven stamps.

INSERT INTO account (id, name) VALUES (7, 'card');
ALTER TYPE transfer_kind ADD VALUE 'card';

-- Without a foreign key, which would lock the player after the wallet: a stamp is written with the wallet locked, and a
-- closing deletes it after it has locked the wallet too.
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
  UNIQUE (player_id, number)
);

-- The functions that take stakes, as before, and with a stamp for the first stake of a day: what was staked today is then
-- what was staked now. All other bets pay for the comparison alone.
CREATE OR REPLACE FUNCTION ledger.debit_stakes(
  game text, bet_ids bigint[], player_ids bigint[], amounts bigint[], from_winnings bigint[]
) RETURNS SETOF public.player_view ROWS 10 LANGUAGE plpgsql SECURITY DEFINER SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  coins_kind public.transfer_kind := game || '_stake_coins';
  winnings_kind public.transfer_kind := game || '_stake_winnings';
BEGIN
  IF bet_ids IS NULL THEN RETURN; END IF;
  -- The columns are those of player_view, of the wallets as this statement leaves them.
  RETURN QUERY
    WITH debited AS (
      UPDATE public.wallet w SET
        coins = w.coins - (b.amount - b.from_winnings),
        winnings = w.winnings - b.from_winnings,
        staked_today = (CASE WHEN w.staked_on = t.day THEN w.staked_today ELSE 0 END) + b.amount,
        staked_on = t.day,
        version = w.version + 1
      FROM unnest(bet_ids, player_ids, amounts, from_winnings) AS b (id, player_id, amount, from_winnings),
        public.today t
      WHERE w.player_id = b.player_id
      RETURNING b.id, b.amount, b.from_winnings, w.player_id, w.coins, w.winnings, w.total_won, w.ad_earnings, w.version,
        w.staked_today, w.staked_on, coalesce(w.spun_on = t.day, false) AS is_spinned
    ), stamps AS (
      -- The first stake of the day.
      INSERT INTO public.stamp (player_id, day)
      SELECT d.player_id, d.staked_on FROM debited d WHERE d.staked_today = d.amount ON CONFLICT DO NOTHING
    ), legs AS (
      INSERT INTO public.transfer (kind, source, debit_account, credit_account, amount)
      SELECT l.kind, d.id, l.account, (SELECT a.id FROM public.account a WHERE a.name = replace(game, '_', '-')), l.amount
      FROM debited d, LATERAL (VALUES
        (coins_kind, public.coins_account(d.player_id), d.amount - d.from_winnings),
        (winnings_kind, public.winnings_account(d.player_id), d.from_winnings)
      ) AS l (kind, account, amount)
      WHERE l.amount > 0
    )
    SELECT p.id, p.username, p.email, p.avatar, p.reference_id, p.referral_count, p.created_at,
      d.coins, d.winnings, d.total_won, d.ad_earnings, d.version, d.staked_today, d.is_spinned,
      CASE WHEN p.referral_count > 0 THEN public.referrals_of(p.id) END
    FROM debited d JOIN public.player p ON p.id = d.player_id;
END $$;

CREATE OR REPLACE FUNCTION ledger.debit_several_stakes(
  game text, bet_ids bigint[], player_ids bigint[], amounts bigint[], from_winnings bigint[]
) RETURNS SETOF public.player_view ROWS 10 LANGUAGE plpgsql SECURITY DEFINER SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  coins_kind public.transfer_kind := game || '_stake_coins';
  winnings_kind public.transfer_kind := game || '_stake_winnings';
BEGIN
  IF bet_ids IS NULL THEN RETURN; END IF;
  WITH account AS (
    SELECT a.id FROM public.account a WHERE a.name = replace(game, '_', '-')
  ), bet AS MATERIALIZED (
    SELECT * FROM unnest(bet_ids, player_ids, amounts, from_winnings) AS t (id, player_id, amount, from_winnings)
  ), debited AS (
    UPDATE public.wallet w SET
      coins = w.coins - b.from_coins,
      winnings = w.winnings - b.from_winnings,
      staked_today = (CASE WHEN w.staked_on = t.day THEN w.staked_today ELSE 0 END) + b.from_coins + b.from_winnings,
      staked_on = t.day,
      version = w.version + 1
    FROM public.today t, (
      SELECT x.player_id, sum(x.amount - x.from_winnings)::bigint AS from_coins,
        sum(x.from_winnings)::bigint AS from_winnings
      FROM bet x GROUP BY x.player_id
    ) b WHERE w.player_id = b.player_id
    RETURNING w.player_id, w.staked_today, w.staked_on, b.from_coins + b.from_winnings AS amount
  ), stamps AS (
    INSERT INTO public.stamp (player_id, day)
    SELECT d.player_id, d.staked_on FROM debited d WHERE d.staked_today = d.amount ON CONFLICT DO NOTHING
  )
  INSERT INTO public.transfer (kind, source, debit_account, credit_account, amount)
  SELECT coins_kind, b.id, public.coins_account(b.player_id), (SELECT id FROM account), b.amount - b.from_winnings
    FROM bet b JOIN debited d ON d.player_id = b.player_id WHERE b.amount > b.from_winnings
  UNION ALL
  SELECT winnings_kind, b.id, public.winnings_account(b.player_id), (SELECT id FROM account), b.from_winnings
    FROM bet b JOIN debited d ON d.player_id = b.player_id WHERE b.from_winnings > 0;
  RETURN QUERY SELECT v.* FROM public.player_view v WHERE v.player_id = ANY (player_ids);
END $$;

-- As before, and for punch cards; a spin leaves a stamp too.
CREATE OR REPLACE FUNCTION ledger.credit_bonus(
  bonus text, sources bigint[], player_ids bigint[], amounts bigint[], spun_on date DEFAULT NULL
) RETURNS SETOF public.player_view ROWS 10
  LANGUAGE plpgsql SECURITY DEFINER SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  bonus_kind public.transfer_kind := bonus;
BEGIN
  IF bonus NOT IN ('wheel', 'ad', 'referral', 'card') THEN RAISE EXCEPTION 'no bonus %', bonus; END IF;
  IF sources IS NULL THEN RETURN; END IF;
  WITH account AS (
    SELECT a.id FROM public.account a WHERE a.name = CASE bonus WHEN 'ad' THEN 'ads' ELSE bonus END
  ), given AS MATERIALIZED (
    SELECT * FROM unnest(sources, player_ids, amounts) AS t (source, player_id, amount)
  ), rewarded AS (
    UPDATE public.wallet w SET
      coins = w.coins + t.amount,
      ad_earnings = w.ad_earnings + CASE WHEN bonus = 'ad' THEN t.amount ELSE 0 END,
      spun_on = coalesce(credit_bonus.spun_on, w.spun_on),
      version = w.version + 1
    FROM (SELECT g.player_id, sum(g.amount)::bigint AS amount FROM given g GROUP BY g.player_id) t
    WHERE w.player_id = t.player_id
    RETURNING w.player_id
  ), stamps AS (
    INSERT INTO public.stamp (player_id, day)
    SELECT r.player_id, credit_bonus.spun_on FROM rewarded r WHERE credit_bonus.spun_on IS NOT NULL
    ON CONFLICT DO NOTHING
  )
  INSERT INTO public.transfer (kind, source, debit_account, credit_account, amount)
  SELECT bonus_kind, g.source, (SELECT id FROM account), public.coins_account(g.player_id), g.amount
  FROM given g JOIN rewarded r ON r.player_id = g.player_id WHERE g.amount > 0;
  RETURN QUERY SELECT v.* FROM public.player_view v WHERE v.player_id = ANY (player_ids);
END $$;

-- Erases what a closed account won, watched, staked and collected; its balances remain.
CREATE OR REPLACE FUNCTION ledger.clear_statistics(of_player bigint) RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  UPDATE public.wallet SET total_won = 0, ad_earnings = 0, staked_today = 0, staked_on = '2000-01-01', spun_on = NULL,
    daily_stake_limit = NULL, version = version + 1
  WHERE player_id = of_player;
  DELETE FROM public.standing WHERE player_id = of_player;
  DELETE FROM public.game_standing WHERE player_id = of_player;
  DELETE FROM public.stamp WHERE player_id = of_player;
END $$;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'fairground_app') THEN
    REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON stamp FROM fairground_app;
    REVOKE UPDATE, DELETE, TRUNCATE ON card_claim FROM fairground_app;
  END IF;
END $$;
