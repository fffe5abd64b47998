-- Several calls of one player in a batch.

-- As `lock_keys`, which processes of the version before still call, with any number of calls a player: the rows have the
-- places of the calls, from 1.
CREATE FUNCTION lock_several_keys(of_operation text, player_ids bigint[], keys text[])
  RETURNS TABLE (place integer, is_used boolean, body_hash bytea, status smallint, answer text) ROWS 10
  LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
BEGIN
  PERFORM FROM public.player p WHERE p.id = ANY (player_ids) ORDER BY p.id FOR NO KEY UPDATE;
  RETURN QUERY
    SELECT c.place::integer, i.key IS NOT NULL, i.body_hash, i.status,
      coalesce(i.answer, public.answer_text(f.text, i.answer_values))
    FROM unnest(player_ids, keys) WITH ORDINALITY AS c (player_id, key, place)
    JOIN public.player p ON p.id = c.player_id AND p.closed_at IS NULL
    -- OFFSET 0: a search by the key for each call, however small the table was when the statement was planned.
    LEFT JOIN LATERAL (
      SELECT x.key, x.body_hash, x.status, x.answer, x.form_id, x.answer_values FROM public.idempotency x
      WHERE x.player_id = c.player_id AND x.operation = of_operation AND x.key = c.key OFFSET 0
    ) i ON true
    LEFT JOIN LATERAL (SELECT x.text FROM public.answer_form x WHERE x.id = i.form_id OFFSET 0) f ON true;
END $$;

-- Locks the wallets of stakes, any number a player, and judges the stakes of each player in the order of their places, by
-- what those before have left: why one is refused, or the part of it that coins do not cover. A refused one leaves
-- everything to those after it.
CREATE FUNCTION ledger.judge_several_stakes(places bigint[], player_ids bigint[], stakes bigint[])
  RETURNS TABLE (place bigint, refusal ledger.stake_refusal, from_winnings bigint) ROWS 10
  LANGUAGE plpgsql SECURITY DEFINER SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  stake record;
  of_player bigint;
  coins bigint;
  winnings bigint;
  staked bigint;
BEGIN
  IF places IS NULL THEN RETURN; END IF;
  FOR stake IN
    -- A wallet that was waited for is judged as it is then: each row is computed again from what was locked.
    SELECT i.place, i.amount, w.player_id, w.coins, w.winnings, w.daily_stake_limit AS max_staked,
      coalesce(w.break_until > clock_timestamp(), false) AS is_on_break,
      CASE WHEN w.daily_stake_limit IS NOT NULL AND w.staked_on = public.site_day() THEN w.staked_today ELSE 0 END AS staked
    FROM unnest(places, player_ids, stakes) AS i (place, player_id, amount)
    JOIN public.wallet w ON w.player_id = i.player_id
    ORDER BY w.player_id, i.place FOR NO KEY UPDATE OF w
  LOOP
    IF of_player IS DISTINCT FROM stake.player_id THEN
      of_player := stake.player_id;
      coins := stake.coins;
      winnings := stake.winnings;
      staked := stake.staked;
    END IF;
    place := stake.place;
    refusal := CASE
      WHEN stake.is_on_break THEN 'on_a_break'
      WHEN staked + stake.amount > stake.max_staked THEN 'limit_reached'
      WHEN coins + winnings < stake.amount THEN 'insufficient_coins'
    END;
    from_winnings := NULL;
    IF refusal IS NULL THEN
      from_winnings := greatest(stake.amount - coins, 0);
      coins := coins - (stake.amount - from_winnings);
      winnings := winnings - from_winnings;
      staked := staked + stake.amount;
    END IF;
    RETURN NEXT;
  END LOOP;
END $$;

-- Takes the stakes of bets just written, any number a player, in their order, and gives for each of them, in the same
-- order, its player as it left them. The wallets must be locked, and `judge_several_stakes` must have judged the stakes.
CREATE FUNCTION ledger.debit_stakes_in_order(
  game text, bet_ids bigint[], player_ids bigint[], amounts bigint[], from_winnings bigint[]
) RETURNS SETOF public.player_view ROWS 10 LANGUAGE plpgsql SECURITY DEFINER SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  coins_kind public.transfer_kind := game || '_stake_coins';
  winnings_kind public.transfer_kind := game || '_stake_winnings';
BEGIN
  IF bet_ids IS NULL THEN RETURN; END IF;
  RETURN QUERY
    WITH bet AS MATERIALIZED (
      -- With what the later ones of its player take.
      SELECT i.*, count(*) OVER later AS later_count,
        coalesce(sum(i.amount) OVER later, 0)::bigint AS later_amount,
        coalesce(sum(i.from_winnings) OVER later, 0)::bigint AS later_from_winnings
      FROM unnest(bet_ids, player_ids, amounts, from_winnings) WITH ORDINALITY
        AS i (id, player_id, amount, from_winnings, place)
      WINDOW later AS (PARTITION BY i.player_id ORDER BY i.place DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
    ), debited AS (
      UPDATE public.wallet w SET
        coins = w.coins - (b.amount - b.from_winnings),
        winnings = w.winnings - b.from_winnings,
        staked_today = (CASE WHEN w.staked_on = t.day THEN w.staked_today ELSE 0 END) + b.amount,
        staked_on = t.day,
        version = w.version + b.bets
      FROM public.today t, (
        SELECT x.player_id, sum(x.amount)::bigint AS amount, sum(x.from_winnings)::bigint AS from_winnings,
          count(*) AS bets
        FROM bet x GROUP BY x.player_id
      ) b WHERE w.player_id = b.player_id
      RETURNING w.player_id, b.amount, w.coins, w.winnings, w.total_won, w.ad_earnings, w.version, w.staked_today,
        w.staked_on, coalesce(w.spun_on = t.day, false) AS is_spinned
    ), stamps AS (
      -- The first stakes of the day.
      INSERT INTO public.stamp (player_id, day)
      SELECT d.player_id, d.staked_on FROM debited d WHERE d.staked_today = d.amount ON CONFLICT DO NOTHING
    ), legs AS (
      INSERT INTO public.transfer (kind, source, debit_account, credit_account, amount)
      SELECT l.kind, b.id, l.account, (SELECT a.id FROM public.account a WHERE a.name = replace(game, '_', '-')), l.amount
      FROM bet b JOIN debited d ON d.player_id = b.player_id, LATERAL (VALUES
        (coins_kind, public.coins_account(b.player_id), b.amount - b.from_winnings),
        (winnings_kind, public.winnings_account(b.player_id), b.from_winnings)
      ) AS l (kind, account, amount)
      WHERE l.amount > 0
      ORDER BY b.place
    )
    SELECT p.id, p.username, p.email, p.avatar, p.reference_id, p.referral_count, p.created_at,
      d.coins + b.later_amount - b.later_from_winnings, d.winnings + b.later_from_winnings, d.total_won, d.ad_earnings,
      d.version - b.later_count, d.staked_today - b.later_amount, d.is_spinned,
      CASE WHEN p.referral_count > 0 THEN public.referrals_of(p.id) END
    FROM bet b JOIN debited d ON d.player_id = b.player_id JOIN public.player p ON p.id = b.player_id
    ORDER BY b.place;
END $$;
