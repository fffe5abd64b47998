-- The ledger's own functions. They belong to the owner of the tables and run with their rights; the role that the
-- program works under may run them, and may not write wallets, transfers or standings itself.
-- Names inside are qualified, so that nobody's search path changes what they mean.

CREATE SCHEMA ledger;

CREATE TYPE ledger.stake_refusal AS ENUM ('on_a_break', 'limit_reached', 'insufficient_coins');

-- The day of the site now, in the zone that the running site has set. A view, as the planner then reads it once a
-- statement: (SELECT day FROM today).
CREATE FUNCTION day_in_zone(at timestamptz, zone text) RETURNS date IMMUTABLE PARALLEL SAFE LANGUAGE sql
  RETURN (at AT TIME ZONE zone)::date;
CREATE VIEW today AS SELECT day_in_zone(clock_timestamp(), z.name) AS day FROM site_zone z;

-- Account numbers of a player's two balances.
CREATE FUNCTION coins_account(player_id bigint) RETURNS bigint IMMUTABLE PARALLEL SAFE LANGUAGE sql
  RETURN 1000 + 2 * player_id;
CREATE FUNCTION winnings_account(player_id bigint) RETURNS bigint IMMUTABLE PARALLEL SAFE LANGUAGE sql
  RETURN 1001 + 2 * player_id;

-- The fence of the director's writes: one row while the lease is of this epoch, which it then stays until the end of
-- the transaction; none otherwise.
CREATE FUNCTION held_lease(of_epoch bigint) RETURNS TABLE (epoch bigint) ROWS 1 LANGUAGE plpgsql AS $$
BEGIN
  RETURN QUERY SELECT l.epoch FROM public.director_lease l WHERE l.epoch = of_epoch FOR SHARE;
END $$;

-- A player as every answer and every push shows them, with their newest 100 referrals.
CREATE VIEW player_view AS
SELECT p.id AS player_id, p.username, p.email, p.avatar, p.reference_id, p.referral_count, p.created_at AS joined_at,
  w.coins, w.winnings, w.total_won, w.ad_earnings, w.version,
  CASE WHEN w.staked_on = (SELECT day FROM today) THEN w.staked_today ELSE 0 END AS todays_bids,
  coalesce(w.spun_on = (SELECT day FROM today), false) AS is_spinned,
  -- Nothing is read for players who have none.
  CASE WHEN p.referral_count > 0 THEN (
    SELECT json_agg(json_build_object(
        'id', r.id::text, 'createdAt', r.created_at,
        'referred', json_build_object(
          'username', r.username, 'avatar', r.avatar, 'coins', r.coins, 'winningAmount', r.winnings,
          'todaysBids', r.todays_bids)) ORDER BY r.id DESC)
    FROM (
      SELECT q.id, q.created_at, q.username, q.avatar, v.coins, v.winnings,
        CASE WHEN v.staked_on = (SELECT day FROM today) THEN v.staked_today ELSE 0 END AS todays_bids
      FROM player q JOIN wallet v ON v.player_id = q.id
      WHERE q.referred_by = p.id ORDER BY q.id DESC LIMIT 100
    ) r
  ) END AS referrals
FROM player p JOIN wallet w ON w.player_id = p.id;

-- Locks wallets in the order of players, so that callers never wait for each other in a circle, and gives their rows.
CREATE FUNCTION ledger.lock_wallets(player_ids bigint[]) RETURNS SETOF public.wallet ROWS 10
  LANGUAGE plpgsql SECURITY DEFINER SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  RETURN QUERY SELECT w.* FROM public.wallet w WHERE w.player_id = ANY (player_ids)
    ORDER BY w.player_id FOR NO KEY UPDATE;
END $$;

-- Locks the wallets of stakes, at most one a player, and judges each: why it is refused, or null, and the part of it
-- that coins do not cover.
CREATE FUNCTION ledger.judge_stakes(player_ids bigint[], stakes bigint[])
  RETURNS TABLE (player_id bigint, refusal ledger.stake_refusal, from_winnings bigint) ROWS 10
  LANGUAGE plpgsql SECURITY DEFINER SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    WITH locked AS MATERIALIZED (
      SELECT w.* FROM public.wallet w WHERE w.player_id = ANY (player_ids)
      ORDER BY w.player_id FOR NO KEY UPDATE
    )
    SELECT l.player_id,
      (CASE
        WHEN l.break_until > clock_timestamp() THEN 'on_a_break'
        WHEN l.daily_stake_limit IS NOT NULL
          AND (CASE WHEN l.staked_on = (SELECT d.day FROM public.today d) THEN l.staked_today ELSE 0 END) + i.stake > l.daily_stake_limit
          THEN 'limit_reached'
        WHEN l.coins + l.winnings < i.stake THEN 'insufficient_coins'
      END)::ledger.stake_refusal,
      greatest(i.stake - l.coins, 0)
    FROM unnest(player_ids, stakes) AS i (player_id, stake) JOIN locked l ON l.player_id = i.player_id;
END $$;

-- Takes the stakes of bets just written, at most one a player, and gives the players as they stand then.
CREATE FUNCTION ledger.debit_stakes(
  game text, bet_ids bigint[], player_ids bigint[], amounts bigint[], from_winnings bigint[]
) RETURNS SETOF public.player_view ROWS 10 LANGUAGE plpgsql SECURITY DEFINER SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  coins_kind public.transfer_kind := game || '_stake_coins';
  winnings_kind public.transfer_kind := game || '_stake_winnings';
BEGIN
  IF bet_ids IS NULL THEN RETURN; END IF;
  WITH account AS (
    SELECT a.id FROM public.account a WHERE a.name = replace(game, '_', '-')
  ), bet AS (
    SELECT * FROM unnest(bet_ids, player_ids, amounts, from_winnings) AS t (id, player_id, amount, from_winnings)
  ), debited AS (
    UPDATE public.wallet w SET
      coins = w.coins - (b.amount - b.from_winnings),
      winnings = w.winnings - b.from_winnings,
      staked_today = (CASE WHEN w.staked_on = t.day THEN w.staked_today ELSE 0 END) + b.amount,
      staked_on = t.day,
      version = w.version + 1
    FROM bet b, public.today t WHERE w.player_id = b.player_id
    RETURNING w.player_id
  )
  INSERT INTO public.transfer (kind, source, debit_account, credit_account, amount)
  SELECT coins_kind, b.id, public.coins_account(b.player_id), (SELECT id FROM account), b.amount - b.from_winnings
    FROM bet b JOIN debited d ON d.player_id = b.player_id WHERE b.amount > b.from_winnings
  UNION ALL
  SELECT winnings_kind, b.id, public.winnings_account(b.player_id), (SELECT id FROM account), b.from_winnings
    FROM bet b JOIN debited d ON d.player_id = b.player_id WHERE b.from_winnings > 0;
  RETURN QUERY SELECT v.* FROM public.player_view v WHERE v.player_id = ANY (player_ids);
END $$;

-- Pays wins of bets just settled, any number a player; amounts are the stakes. Counts gains into the boards of the day
-- and of the week. The wallets must be locked. Gives the players who were paid.
CREATE FUNCTION ledger.credit_wins(
  game text, bet_ids bigint[], player_ids bigint[], amounts bigint[], amounts_won bigint[]
) RETURNS SETOF bigint ROWS 10
  LANGUAGE plpgsql SECURITY DEFINER SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  payout_kind public.transfer_kind := game || '_payout';
BEGIN
  IF bet_ids IS NULL THEN RETURN; END IF;
  RETURN QUERY
    WITH won AS MATERIALIZED (
      SELECT * FROM unnest(bet_ids, player_ids, amounts, amounts_won) AS t (id, player_id, amount, amount_won)
      WHERE t.amount_won > 0
    ), total AS MATERIALIZED (
      SELECT t.player_id, sum(t.amount_won)::bigint AS amount_won,
        sum(greatest(t.amount_won - t.amount, 0))::bigint AS gain
      FROM won t GROUP BY t.player_id
    ), credited AS (
      UPDATE public.wallet w SET
        winnings = w.winnings + t.amount_won,
        total_won = w.total_won + t.gain,
        version = w.version + 1
      FROM total t WHERE w.player_id = t.player_id
      RETURNING w.player_id
    ), legs AS (
      INSERT INTO public.transfer (kind, source, debit_account, credit_account, amount)
      SELECT payout_kind, t.id, (SELECT a.id FROM public.account a WHERE a.name = replace(game, '_', '-')),
        public.winnings_account(t.player_id), t.amount_won
      FROM won t JOIN credited c ON c.player_id = t.player_id
      -- In the order of the index by kind and source, which then grows at its end.
      ORDER BY t.id
    ), standings AS (
      INSERT INTO public.standing AS s (span, since, player_id, won)
      SELECT p.span, p.since, t.player_id, t.gain
      FROM total t, public.today d,
        LATERAL (VALUES ('d'::"char", d.day), ('w'::"char", date_trunc('week', d.day)::date)) AS p (span, since)
      WHERE t.gain > 0
      ON CONFLICT (span, since, player_id) DO UPDATE SET won = s.won + excluded.won
    )
    SELECT c.player_id FROM credited c;
END $$;

-- The same for players who wait for the answer: gives those of `shown` as they stand then, paid or not.
CREATE FUNCTION ledger.pay_wins(
  game text, bet_ids bigint[], player_ids bigint[], amounts bigint[], amounts_won bigint[], shown bigint[]
) RETURNS SETOF public.player_view ROWS 10
  LANGUAGE plpgsql SECURITY DEFINER SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  PERFORM ledger.credit_wins(game, bet_ids, player_ids, amounts, amounts_won);
  RETURN QUERY SELECT v.* FROM public.player_view v WHERE v.player_id = ANY (shown);
END $$;

-- Gives the stakes of void bets, any number a player, back to where they came from. The wallets must be locked. Gives
-- the players.
CREATE FUNCTION ledger.refund_stakes(
  game text, bet_ids bigint[], player_ids bigint[], amounts bigint[], from_winnings bigint[]
) RETURNS SETOF bigint ROWS 10
  LANGUAGE plpgsql SECURITY DEFINER SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  coins_kind public.transfer_kind := game || '_refund_coins';
  winnings_kind public.transfer_kind := game || '_refund_winnings';
BEGIN
  IF bet_ids IS NULL THEN RETURN; END IF;
  RETURN QUERY
    WITH account AS (
      SELECT a.id FROM public.account a WHERE a.name = replace(game, '_', '-')
    ), bet AS MATERIALIZED (
      SELECT * FROM unnest(bet_ids, player_ids, amounts, from_winnings) AS t (id, player_id, amount, from_winnings)
    ), refunded AS (
      UPDATE public.wallet w SET
        coins = w.coins + b.from_coins,
        winnings = w.winnings + b.from_winnings,
        staked_today = CASE WHEN w.staked_on = t.day THEN greatest(w.staked_today - b.amount, 0)
          ELSE w.staked_today END,
        version = w.version + 1
      FROM public.today t, (
        SELECT x.player_id, sum(x.amount)::bigint AS amount, sum(x.amount - x.from_winnings)::bigint AS from_coins,
          sum(x.from_winnings)::bigint AS from_winnings
        FROM bet x GROUP BY x.player_id
      ) b WHERE w.player_id = b.player_id
      RETURNING w.player_id
    ), legs AS (
      INSERT INTO public.transfer (kind, source, debit_account, credit_account, amount)
      SELECT coins_kind, b.id, (SELECT id FROM account), public.coins_account(b.player_id), b.amount - b.from_winnings
        FROM bet b JOIN refunded r ON r.player_id = b.player_id WHERE b.amount > b.from_winnings
      UNION ALL
      SELECT winnings_kind, b.id, (SELECT id FROM account), public.winnings_account(b.player_id), b.from_winnings
        FROM bet b JOIN refunded r ON r.player_id = b.player_id WHERE b.from_winnings > 0
    )
    SELECT r.player_id FROM refunded r;
END $$;

-- Gives coins without a stake: for the wheel, an ad or a referral. A day marks the wheel as spun on it. Gives the
-- players as they stand then.
CREATE FUNCTION ledger.credit_bonus(
  bonus text, sources bigint[], player_ids bigint[], amounts bigint[], spun_on date DEFAULT NULL
) RETURNS SETOF public.player_view ROWS 10
  LANGUAGE plpgsql SECURITY DEFINER SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  bonus_kind public.transfer_kind := bonus;
BEGIN
  IF bonus NOT IN ('wheel', 'ad', 'referral') THEN RAISE EXCEPTION 'no bonus %', bonus; END IF;
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
  )
  INSERT INTO public.transfer (kind, source, debit_account, credit_account, amount)
  SELECT bonus_kind, g.source, (SELECT id FROM account), public.coins_account(g.player_id), g.amount
  FROM given g JOIN rewarded r ON r.player_id = g.player_id WHERE g.amount > 0;
  RETURN QUERY SELECT v.* FROM public.player_view v WHERE v.player_id = ANY (player_ids);
END $$;

-- The wallet of a new player, with the coins for signing up.
CREATE FUNCTION ledger.open_wallet(of_player bigint, signup_coins bigint) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  INSERT INTO public.wallet (player_id, coins) VALUES (of_player, signup_coins);
  IF signup_coins > 0 THEN
    INSERT INTO public.transfer (kind, source, debit_account, credit_account, amount)
    SELECT 'signup', of_player, a.id, public.coins_account(of_player), signup_coins
    FROM public.account a WHERE a.name = 'sign-up';
  END IF;
END $$;

-- Every change of a player that moves no coins passes here, so that clients see it as newer.
CREATE FUNCTION ledger.bump_version(of_player bigint) RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  UPDATE public.wallet SET version = version + 1 WHERE player_id = of_player;
END $$;

-- Limits that stakes are judged by.
CREATE FUNCTION ledger.set_daily_limits(player_ids bigint[], limits bigint[]) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  UPDATE public.wallet w SET daily_stake_limit = t.daily_limit
  FROM unnest(player_ids, limits) AS t (player_id, daily_limit) WHERE w.player_id = t.player_id;
END $$;
CREATE FUNCTION ledger.set_break(of_player bigint, until timestamptz) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  UPDATE public.wallet SET break_until = until WHERE player_id = of_player;
END $$;

-- Forgets what a closed account won, watched and staked; its balances stay as they are.
CREATE FUNCTION ledger.clear_statistics(of_player bigint) RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  UPDATE public.wallet SET total_won = 0, ad_earnings = 0, staked_today = 0, staked_on = '2000-01-01', spun_on = NULL,
    daily_stake_limit = NULL, version = version + 1
  WHERE player_id = of_player;
  DELETE FROM public.standing WHERE player_id = of_player;
END $$;

-- Empties the wallets of closed accounts, or of one of them: what is left goes to the account `closed`.
CREATE FUNCTION ledger.empty_closed_wallets(of_player bigint, max_players integer) RETURNS SETOF bigint
  LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  RETURN QUERY
    WITH due AS MATERIALIZED (
      SELECT w.player_id, w.coins, w.winnings FROM public.wallet w JOIN public.player p ON p.id = w.player_id
      WHERE p.closed_at IS NOT NULL AND w.coins + w.winnings > 0 AND (of_player IS NULL OR p.id = of_player)
      ORDER BY w.player_id LIMIT max_players FOR NO KEY UPDATE OF w
    ), closing AS (
      INSERT INTO public.account_closing (player_id, coins, winnings)
      SELECT d.player_id, d.coins, d.winnings FROM due d
      RETURNING id, player_id, coins, winnings
    ), emptied AS (
      UPDATE public.wallet w SET coins = w.coins - c.coins, winnings = w.winnings - c.winnings, version = w.version + 1
      FROM closing c WHERE w.player_id = c.player_id
      RETURNING w.player_id
    ), legs AS (
      INSERT INTO public.transfer (kind, source, debit_account, credit_account, amount)
      SELECT 'closed'::public.transfer_kind, 2 * c.id, public.coins_account(c.player_id), a.id, c.coins
        FROM closing c, public.account a WHERE a.name = 'closed' AND c.coins > 0
      UNION ALL
      SELECT 'closed', 2 * c.id + 1, public.winnings_account(c.player_id), a.id, c.winnings
        FROM closing c, public.account a WHERE a.name = 'closed' AND c.winnings > 0
    )
    SELECT e.player_id FROM emptied e;
END $$;

-- Coins that the operator gives (to coins), or takes (from coins first, then from winnings), with a reason. No row
-- where the player has not that much, or there is no such player.
CREATE FUNCTION ledger.correct_coins(of_player bigint, by_amount bigint, because text)
  RETURNS TABLE (coins bigint, winnings bigint) ROWS 1
  LANGUAGE plpgsql SECURITY DEFINER AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    WITH before AS MATERIALIZED (
      SELECT w.player_id, least(w.coins, -by_amount) AS from_coins
      FROM public.wallet w WHERE w.player_id = of_player AND w.coins + w.winnings + by_amount >= 0
      FOR NO KEY UPDATE
    ), correction AS (
      INSERT INTO public.coin_correction (player_id, amount, reason) SELECT b.player_id, by_amount, because FROM before b
      RETURNING id, player_id
    ), corrected AS (
      UPDATE public.wallet w SET
        coins = w.coins + CASE WHEN by_amount > 0 THEN by_amount ELSE -b.from_coins END,
        winnings = w.winnings - CASE WHEN by_amount > 0 THEN 0 ELSE -by_amount - b.from_coins END,
        version = w.version + 1
      FROM before b JOIN correction c ON c.player_id = b.player_id WHERE w.player_id = b.player_id
      RETURNING w.coins, w.winnings
    ), leg AS (
      SELECT 2 * c.id AS source, a.id AS debit, public.coins_account(c.player_id) AS credit, by_amount AS amount
        FROM correction c, public.account a WHERE a.name = 'correction' AND by_amount > 0
      UNION ALL
      SELECT 2 * c.id, public.coins_account(c.player_id), a.id, b.from_coins
        FROM correction c JOIN before b ON b.player_id = c.player_id, public.account a
        WHERE a.name = 'correction' AND by_amount < 0
      UNION ALL
      SELECT 2 * c.id + 1, public.winnings_account(c.player_id), a.id, -by_amount - b.from_coins
        FROM correction c JOIN before b ON b.player_id = c.player_id, public.account a
        WHERE a.name = 'correction' AND by_amount < 0
    ), legs AS (
      INSERT INTO public.transfer (kind, source, debit_account, credit_account, amount)
      SELECT 'correction', l.source, l.debit, l.credit, l.amount FROM leg l WHERE l.amount > 0
    )
    SELECT c.coins, c.winnings FROM corrected c;
END $$;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'fairground_app') THEN
    GRANT USAGE ON SCHEMA ledger TO fairground_app;
    REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON wallet, transfer, standing, account_closing, coin_correction
      FROM fairground_app;
    REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON today, player_view FROM fairground_app;
  END IF;
END $$;
