/** What is left on a closed account goes to the system's account for it; wins that settle later follow. */
import type { Database } from '../platform/database.ts';
import { systemAccounts } from './accounts.ts';

const most = 500;

/** Empties the wallets of closed accounts, or of one of them. Returns whose. */
export const emptyClosedWallets = async (query: Database['query'], playerId?: bigint): Promise<bigint[]> => {
  const rows = await query<{ player_id: bigint }>({
    name: 'empty-closed-wallets',
    text: `WITH due AS MATERIALIZED (
        SELECT w.player_id, w.coins, w.winnings FROM wallet w JOIN player p ON p.id = w.player_id
        WHERE p.closed_at IS NOT NULL AND w.coins + w.winnings > 0 AND ($1::bigint IS NULL OR p.id = $1)
        ORDER BY w.player_id LIMIT ${most} FOR NO KEY UPDATE OF w
      ),
      closing AS (
        INSERT INTO account_closing (player_id, coins, winnings) SELECT player_id, coins, winnings FROM due
        RETURNING id, player_id, coins, winnings
      ),
      emptied AS (
        UPDATE wallet w SET coins = w.coins - c.coins, winnings = w.winnings - c.winnings, version = w.version + 1
        FROM closing c WHERE w.player_id = c.player_id
        RETURNING w.player_id
      ),
      legs AS (
        INSERT INTO transfer (kind, source, debit_account, credit_account, amount)
        SELECT 'closed'::transfer_kind, 2 * id, 1000 + 2 * player_id, ${systemAccounts.closed}, coins FROM closing WHERE coins > 0
        UNION ALL
        SELECT 'closed'::transfer_kind, 2 * id + 1, 1001 + 2 * player_id, ${systemAccounts.closed}, winnings FROM closing WHERE winnings > 0
      )
      SELECT player_id FROM emptied`,
    values: [playerId ?? null],
  });
  return rows.map((row) => row.player_id);
};
