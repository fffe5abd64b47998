-- The functions of 0020 that every bet passes, in fewer and smaller statements: a bet costs less for what it starts than
-- for what it writes. Their signatures, rights, guards and the order of their locks are the same.

-- One row, which the planner knows by the key: of a table that was never analysed it expected more than a thousand, and
-- whatever was joined to the day was planned for tens of thousands.
CREATE OR REPLACE VIEW today AS
SELECT day_in_zone(clock_timestamp(), z.name) AS day FROM site_zone z WHERE z.id = 1;

-- A player's newest 100 referrals. A function, so that a statement prepares none of it for players who have none.
CREATE FUNCTION referrals_of(of_player bigint) RETURNS json STABLE LANGUAGE plpgsql AS $$
BEGIN
  RETURN (
    SELECT json_agg(json_build_object(
        'id', r.id::text, 'createdAt', r.created_at,
        'referred', json_build_object(
          'username', r.username, 'avatar', r.avatar, 'coins', r.coins, 'winningAmount', r.winnings,
          'todaysBids', r.todays_bids)) ORDER BY r.id DESC)
    FROM (
      SELECT q.id, q.created_at, q.username, q.avatar, v.coins, v.winnings,
        CASE WHEN v.staked_on = t.day THEN v.staked_today ELSE 0 END AS todays_bids
      FROM public.player q JOIN public.wallet v ON v.player_id = q.id CROSS JOIN public.today t
      WHERE q.referred_by = of_player ORDER BY q.id DESC LIMIT 100
    ) r
  );
END $$;

CREATE OR REPLACE VIEW player_view AS
SELECT p.id AS player_id, p.username, p.email, p.avatar, p.reference_id, p.referral_count, p.created_at AS joined_at,
  w.coins, w.winnings, w.total_won, w.ad_earnings, w.version,
  CASE WHEN w.staked_on = t.day THEN w.staked_today ELSE 0 END AS todays_bids,
  coalesce(w.spun_on = t.day, false) AS is_spinned,
  CASE WHEN p.referral_count > 0 THEN referrals_of(p.id) END AS referrals
FROM player p JOIN wallet w ON w.player_id = p.id CROSS JOIN today t;

-- The day of the site, for expressions that seldom need it: a subquery would be prepared by each statement.
CREATE FUNCTION site_day() RETURNS date STABLE LANGUAGE plpgsql AS $$
BEGIN
  RETURN (SELECT t.day FROM public.today t);
END $$;

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
        w.staked_today, coalesce(w.spun_on = t.day, false) AS is_spinned
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
