-- Gives coins without a stake: for the wheel, an ad, a referral or a punch card. A day marks the wheel as spun on it,
-- and leaves a stamp. Returns the players with their new balances.
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
