-- Wins and refunds of bets that were just settled. The wallets must be locked.

-- Pays wins, any number per player, and returns the players who were paid. `amounts` are the stakes: gains above them
-- are counted into the boards of the day, the week, the month and the game. It goes through the players in their
-- order, so that the wallets and standings of a large batch are neighbors in tables and indexes.
CREATE OR REPLACE FUNCTION ledger.credit_wins(
  game text, bet_ids bigint[], player_ids bigint[], amounts bigint[], amounts_won bigint[]
) RETURNS SETOF bigint ROWS 10
  LANGUAGE plpgsql SECURITY DEFINER SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  payout_kind public.transfer_kind := game || '_payout';
BEGIN
  IF bet_ids IS NULL THEN RETURN; END IF;
  RETURN QUERY
    WITH account AS MATERIALIZED (
      SELECT a.id FROM public.account a WHERE a.name = replace(game, '_', '-')
    ), won AS MATERIALIZED (
      SELECT * FROM unnest(bet_ids, player_ids, amounts, amounts_won) AS t (id, player_id, amount, amount_won)
      WHERE t.amount_won > 0
    ), total AS MATERIALIZED (
      SELECT t.player_id, sum(t.amount_won)::bigint AS amount_won,
        sum(greatest(t.amount_won - t.amount, 0))::bigint AS gain
      FROM won t GROUP BY t.player_id ORDER BY t.player_id
    ), credited AS (
      UPDATE public.wallet w SET
        winnings = w.winnings + t.amount_won,
        total_won = w.total_won + t.gain,
        version = w.version + 1
      FROM total t WHERE w.player_id = t.player_id
      RETURNING w.player_id
    ), legs AS (
      INSERT INTO public.transfer (kind, source, debit_account, credit_account, amount)
      SELECT payout_kind, t.id, (SELECT a.id FROM account a), public.winnings_account(t.player_id), t.amount_won
      FROM won t JOIN credited c ON c.player_id = t.player_id
      -- In the order of the index by kind and source, which then grows at its end.
      ORDER BY t.id
    ), standings AS (
      INSERT INTO public.standing AS s (span, since, player_id, won)
      SELECT p.span, p.since, t.player_id, t.gain
      FROM total t, public.today d,
        LATERAL (VALUES ('d'::"char", d.day), ('w'::"char", date_trunc('week', d.day)::date),
          ('m'::"char", date_trunc('month', d.day)::date)) AS p (span, since)
      WHERE t.gain > 0
      ON CONFLICT (span, since, player_id) DO UPDATE SET won = s.won + excluded.won
    ), game_standings AS (
      INSERT INTO public.game_standing AS s (account, player_id, won)
      SELECT a.id, t.player_id, t.gain FROM total t, account a WHERE t.gain > 0
      ON CONFLICT (account, player_id) DO UPDATE SET won = s.won + excluded.won
    )
    SELECT c.player_id FROM credited c;
END $$;

-- Like `credit_wins`, for players who wait: returns those of `shown` with their new balances, paid or not.
CREATE OR REPLACE FUNCTION ledger.pay_wins(
  game text, bet_ids bigint[], player_ids bigint[], amounts bigint[], amounts_won bigint[], shown bigint[]
) RETURNS SETOF public.player_view ROWS 10
  LANGUAGE plpgsql SECURITY DEFINER SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  PERFORM ledger.credit_wins(game, bet_ids, player_ids, amounts, amounts_won);
  RETURN QUERY SELECT v.* FROM public.player_view v WHERE v.player_id = ANY (shown);
END $$;

-- Returns the stakes of void bets, any number per player, to where they came from. A refund lowers what
-- counts as staked today only by stakes of today: with those of earlier days a player could pass the
-- daily limit. Returns the players.
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
        WHERE s.kind = ANY (stake_kinds) AND s.source = u.id
          AND (public.day_in_zone(s.created_at,
            z.name) = t.day OR (z.first_day = t.day AND s.created_at >= z.first_day_began))
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

-- Like `refund_stakes`, for players who wait: returns those of `shown` with their new balances, refunded or not.
CREATE OR REPLACE FUNCTION ledger.return_stakes(
  game text, bet_ids bigint[], player_ids bigint[], amounts bigint[], from_winnings bigint[], shown bigint[]
) RETURNS SETOF public.player_view ROWS 10
  LANGUAGE plpgsql SECURITY DEFINER SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  PERFORM ledger.refund_stakes(game, bet_ids, player_ids, amounts, from_winnings);
  RETURN QUERY SELECT v.* FROM public.player_view v WHERE v.player_id = ANY (shown);
END $$;
