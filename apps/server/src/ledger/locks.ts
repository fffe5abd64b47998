/** Locking wallets for a transaction. */
import type { Database } from '../platform/database/database.ts';
import * as sql from './sql/movements.sql.ts';

/**
 * Locks wallets in the order of players, so that batches never wait for each other in a circle. What follows in the
 * transaction sees all that the players' other calls, on any process, have committed.
 */
export const lockWallets = async (query: Database['query'], playerIds: readonly bigint[]): Promise<void> => {
  await sql.lockWallets.run(query, { playerIds });
};
