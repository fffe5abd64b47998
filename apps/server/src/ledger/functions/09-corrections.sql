-- Coins that the operator gives (to coins), or takes (from coins first, then from winnings), with a reason. No row if
-- the player does not have that much, or does not exist.
CREATE OR REPLACE FUNCTION ledger.correct_coins(of_player bigint, by_amount bigint, because text)
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
      INSERT INTO public.coin_correction (player_id, amount, reason) SELECT b.player_id, by_amount, because
      FROM before b
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
