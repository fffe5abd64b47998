-- As before, but goes through the players in their order: the wallets and standings of a large batch are then neighbours in
-- tables and indexes, instead of in the order of a hash table.
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
