/** Coins that the operator gives or takes by a recorded transfer with a reason. */
import type { Database } from '../platform/database.ts';
import { systemAccounts } from './accounts.ts';

export interface Correction {
  playerId: bigint;
  /** Above zero is given to `coins`; below is taken from `coins` first, then from the winnings. */
  amount: bigint;
  reason: string;
}

export interface Corrected {
  coins: bigint;
  winnings: bigint;
}

/** Undefined where the player has not that much to take, or there is no such player. */
export const correctCoins = async (
  query: Database['query'],
  { playerId, amount, reason }: Correction,
): Promise<Corrected | undefined> => {
  const account = systemAccounts.correction;
  const rows = await query<Corrected>({
    text: `WITH before AS MATERIALIZED (
        SELECT player_id, coins, winnings, least(coins, -$2::bigint) AS from_coins
        FROM wallet WHERE player_id = $1 AND coins + winnings + $2 >= 0 FOR NO KEY UPDATE
      ),
      correction AS (
        INSERT INTO coin_correction (player_id, amount, reason) SELECT player_id, $2, $3 FROM before
        RETURNING id, player_id, amount
      ),
      corrected AS (
        UPDATE wallet w SET
          coins = w.coins + CASE WHEN $2 > 0 THEN $2 ELSE -b.from_coins END,
          winnings = w.winnings - CASE WHEN $2 > 0 THEN 0 ELSE -$2 - b.from_coins END,
          version = w.version + 1
        FROM before b JOIN correction USING (player_id) WHERE w.player_id = b.player_id
        RETURNING w.coins, w.winnings
      ),
      legs AS (
        INSERT INTO transfer (kind, source, debit_account, credit_account, amount)
        SELECT 'correction'::transfer_kind, source, debit, credit, amount FROM (
          SELECT 2 * c.id AS source, ${account}::bigint AS debit, 1000 + 2 * c.player_id AS credit, $2 AS amount
            FROM correction c WHERE $2 > 0
          UNION ALL
          SELECT 2 * c.id, 1000 + 2 * c.player_id, ${account}, b.from_coins
            FROM correction c JOIN before b USING (player_id) WHERE $2 < 0
          UNION ALL
          SELECT 2 * c.id + 1, 1001 + 2 * c.player_id, ${account}, -$2 - b.from_coins
            FROM correction c JOIN before b USING (player_id) WHERE $2 < 0
        ) leg WHERE amount > 0
      )
      SELECT coins, winnings FROM corrected`,
    values: [playerId, amount, reason],
  });
  return rows[0];
};
