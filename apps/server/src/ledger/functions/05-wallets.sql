-- Wallets: how they are locked, opened and closed, and what of them changes without a transfer.

-- Locks wallets in the order of players, so that callers never wait for each other in a circle, and returns their rows.
CREATE OR REPLACE FUNCTION ledger.lock_wallets(player_ids bigint[]) RETURNS SETOF public.wallet ROWS 10
  LANGUAGE plpgsql SECURITY DEFINER SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  RETURN QUERY SELECT w.* FROM public.wallet w WHERE w.player_id = ANY (player_ids)
    ORDER BY w.player_id FOR NO KEY UPDATE;
END $$;

-- The wallet of a new player, with the coins for signing up.
CREATE OR REPLACE FUNCTION ledger.open_wallet(of_player bigint, signup_coins bigint) RETURNS void
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
CREATE OR REPLACE FUNCTION ledger.bump_version(of_player bigint) RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  UPDATE public.wallet SET version = version + 1 WHERE player_id = of_player;
END $$;

-- Limits that stakes are judged by.
CREATE OR REPLACE FUNCTION ledger.set_daily_limits(player_ids bigint[], limits bigint[]) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  UPDATE public.wallet w SET daily_stake_limit = t.daily_limit
  FROM unnest(player_ids, limits) AS t (player_id, daily_limit) WHERE w.player_id = t.player_id;
END $$;
CREATE OR REPLACE FUNCTION ledger.set_break(of_player bigint, until timestamptz) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  UPDATE public.wallet SET break_until = until WHERE player_id = of_player;
END $$;

-- Erases what a closed account won, watched, staked and collected; its balances remain.
CREATE OR REPLACE FUNCTION ledger.clear_statistics(of_player bigint) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  UPDATE public.wallet SET total_won = 0, ad_earnings = 0, staked_today = 0, staked_on = '2000-01-01', spun_on = NULL,
    daily_stake_limit = NULL, version = version + 1
  WHERE player_id = of_player;
  DELETE FROM public.standing WHERE player_id = of_player;
  -- After those rows: a deletion of them that ran at the same time has added its sums by then.
  DELETE FROM public.carried_standing WHERE player_id = of_player;
  DELETE FROM public.game_standing WHERE player_id = of_player;
  DELETE FROM public.stamp WHERE player_id = of_player;
END $$;

-- Empties the wallets of closed accounts, or of one of them: what is left goes to the account `closed`.
CREATE OR REPLACE FUNCTION ledger.empty_closed_wallets(of_player bigint, max_players integer) RETURNS SETOF bigint
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
