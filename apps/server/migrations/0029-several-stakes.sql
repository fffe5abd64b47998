-- Several stakes of one player in one call, and refunds that are counted on the day of their stake.

-- Takes the stakes of bets just written, any number a player, and gives the players with their new balances. The
-- wallets must be locked, and `judge_stakes` must have judged the sum of each player's stakes.
CREATE FUNCTION ledger.debit_several_stakes(
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

-- As before, but a refund lowers what counts as staked today only by stakes of today: with those of earlier days a player
-- could pass the daily limit.
CREATE OR REPLACE FUNCTION ledger.refund_stakes(
  game text, bet_ids bigint[], player_ids bigint[], amounts bigint[], from_winnings bigint[]
) RETURNS SETOF bigint ROWS 10
  LANGUAGE plpgsql SECURITY DEFINER SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  coins_kind public.transfer_kind := game || '_refund_coins';
  winnings_kind public.transfer_kind := game || '_refund_winnings';
  stake_kinds public.transfer_kind[] := ARRAY[game || '_stake_coins', game || '_stake_winnings'];
BEGIN
  IF bet_ids IS NULL THEN RETURN; END IF;
  RETURN QUERY
    WITH account AS (
      SELECT a.id FROM public.account a WHERE a.name = replace(game, '_', '-')
    ), bet AS MATERIALIZED (
      SELECT u.*, EXISTS (
        SELECT FROM public.transfer s
        WHERE s.kind = ANY (stake_kinds) AND s.source = u.id AND public.day_in_zone(s.created_at, z.name) = t.day
      ) AS is_of_today
      FROM unnest(bet_ids, player_ids, amounts, from_winnings) AS u (id, player_id, amount, from_winnings)
      CROSS JOIN public.today t CROSS JOIN public.site_zone z WHERE z.id = 1
    ), refunded AS (
      UPDATE public.wallet w SET
        coins = w.coins + b.from_coins,
        winnings = w.winnings + b.from_winnings,
        staked_today = CASE WHEN w.staked_on = t.day THEN greatest(w.staked_today - b.of_today, 0)
          ELSE w.staked_today END,
        version = w.version + 1
      FROM public.today t, (
        SELECT x.player_id, sum(x.amount - x.from_winnings)::bigint AS from_coins,
          sum(x.from_winnings)::bigint AS from_winnings,
          coalesce(sum(x.amount) FILTER (WHERE x.is_of_today), 0)::bigint AS of_today
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

-- The same for players who wait for the answer: gives those of `shown` with their new balances,
-- refunded or not.
CREATE FUNCTION ledger.return_stakes(
  game text, bet_ids bigint[], player_ids bigint[], amounts bigint[], from_winnings bigint[], shown bigint[]
) RETURNS SETOF public.player_view ROWS 10
  LANGUAGE plpgsql SECURITY DEFINER SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  PERFORM ledger.refund_stakes(game, bet_ids, player_ids, amounts, from_winnings);
  RETURN QUERY SELECT v.* FROM public.player_view v WHERE v.player_id = ANY (shown);
END $$;
