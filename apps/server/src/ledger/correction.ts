/** Coins that the operator gives or takes by a recorded transfer with a reason. */
import { accept, refuse, type Result } from '@fairground/contract/errors';
import type { RowOf } from '@fairground/sql';
import type { Database } from '../platform/database/database.ts';
import { correctCoins as statement } from './sql/movements.sql.ts';

/** Refused where the player has not that much to take, or there is no such player. */
export const correctCoins = async (
  query: Database['query'],
  correction: {
    playerId: bigint;
    /** Above zero is given to `coins`; below is taken from `coins` first, then from the winnings. */
    amount: bigint;
    reason: string;
  },
): Promise<Result<RowOf<typeof statement>>> => {
  const after = await statement.first(query, { ...correction });
  return after ? accept(after) : refuse('insufficient_coins');
};
