/** Closes accounts that a restore opened again. Their bets in play were given back before. */
import type { Database } from '../../platform/database.ts';
import type { Entropy } from '../../platform/entropy.ts';
import { emptyClosedWallets } from '../../ledger/closing.ts';
import { anonymise, eraseTraces, type AccountRow } from './queries.ts';
import { createAlias } from './service.ts';

export const closeAgain = async (
  query: Database['query'],
  entropy: Entropy,
  accounts: readonly AccountRow[],
): Promise<void> => {
  for (const { id: playerId, email } of accounts) {
    await anonymise(query, { playerId, passwordHash: null, alias: createAlias(entropy) });
    await emptyClosedWallets(query, playerId);
    await eraseTraces(query, playerId, email);
  }
};
