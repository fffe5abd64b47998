/** What is left on a closed account goes to the system's account for it; wins that settle later follow. */
import type { Database } from '../platform/database/database.ts';
import * as sql from './sql/movements.sql.ts';

const maxPlayers = 500;

/** Empties the wallets of closed accounts, or of one of them. Returns whose. */
export const emptyClosedWallets = async (query: Database['query'], playerId?: bigint): Promise<bigint[]> => {
  const rows = await sql.emptyClosedWallets.run(query, { playerId: playerId ?? null, maxPlayers });
  return rows.map((row) => row.player_id);
};
