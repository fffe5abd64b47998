-- Stakes: judged before a bet is written, and taken after it.

-- Locks the wallets of stakes, at most one per player, and judges each: why it is refused, or null, and the part
-- of it that coins do not cover.
CREATE OR REPLACE FUNCTION ledger.judge_stakes(player_ids bigint[], stakes bigint[])
  RETURNS TABLE (player_id bigint, refusal ledger.stake_refusal, from_winnings bigint) ROWS 10
  LANGUAGE plpgsql SECURITY DEFINER SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
BEGIN
  -- A wallet that was waited for is judged as it is then: the row is computed again from what was locked.
  RETURN QUERY
    SELECT w.player_id,
      (CASE
        WHEN w.break_until > clock_timestamp() THEN 'on_a_break'
        WHEN w.daily_stake_limit IS NOT NULL
          AND (CASE WHEN w.staked_on = public.site_day() THEN w.staked_today ELSE 0 END) + i.stake > w.daily_stake_limit
          THEN 'limit_reached'
        WHEN w.coins + w.winnings < i.stake THEN 'insufficient_coins'
      END)::ledger.stake_refusal,
      greatest(i.stake - w.coins, 0)
    FROM unnest(player_ids, stakes) AS i (player_id, stake) JOIN public.wallet w ON w.player_id = i.player_id
    ORDER BY w.player_id FOR NO KEY UPDATE OF w;
END $$;

-- Takes the stakes of bets just written, at most one per player, and returns the players with their new balances. The
-- wallets must be locked, and `judge_stakes` must have judged the stakes. The first stake of a day leaves a stamp:
-- what was staked today is then what was staked now. All other bets cost only the comparison.
CREATE OR REPLACE FUNCTION ledger.debit_stakes(
  game text, bet_ids bigint[], player_ids bigint[], amounts bigint[], from_winnings bigint[]
) RETURNS SETOF public.player_view ROWS 10 LANGUAGE plpgsql SECURITY DEFINER
  SET plan_cache_mode = force_generic_plan AS $$
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
      RETURNING b.id, b.amount, b.from_winnings, w.player_id, w.coins, w.winnings, w.total_won, w.ad_earnings,
        w.version,
        w.staked_today, w.staked_on, coalesce(w.spun_on = t.day, false) AS is_spinned
    ), stamps AS (
      -- The first stake of the day.
      INSERT INTO public.stamp (player_id, day)
      SELECT d.player_id, d.staked_on FROM debited d WHERE d.staked_today = d.amount ON CONFLICT DO NOTHING
    ), legs AS (
      INSERT INTO public.transfer (kind, source, debit_account, credit_account, amount)
      SELECT l.kind, d.id, l.account, (SELECT a.id FROM public.account a WHERE a.name = replace(game, '_', '-')),
        l.amount
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

-- Like `debit_stakes`, with any number of bets per player. `judge_stakes` must have judged each player's sum.
CREATE OR REPLACE FUNCTION ledger.debit_several_stakes(
  game text, bet_ids bigint[], player_ids bigint[], amounts bigint[], from_winnings bigint[]
) RETURNS SETOF public.player_view ROWS 10 LANGUAGE plpgsql SECURITY DEFINER
  SET plan_cache_mode = force_generic_plan AS $$
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
