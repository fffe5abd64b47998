/**
 * What ends with an account, in the transaction that closes it: advance tickets go back, before the wallet is emptied,
 * and favourite numbers are erased. Tickets of an open draw stay; what they pay goes to the account of closed players.
 */
import type { Database } from '@fairground/server/platform/database/database';
import { cancelAllAdvances } from './sql/advance.sql.ts';
import { eraseFavourites } from './favourites.ts';

export const endPlay = async (query: Database['query'], playerId: bigint): Promise<void> => {
  await cancelAllAdvances.run(query, { playerId });
  await eraseFavourites(query, playerId);
};
