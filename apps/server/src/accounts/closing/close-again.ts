/** Closes accounts that a restore opened again. Their bets in play were given back before. */
import type { Database } from '../../platform/postgres/database.ts';
import type { Entropy } from '../../platform/entropy.ts';
import { emptyClosedWallets } from '../../ledger/closing.ts';
import { anonymise, eraseMessages, eraseTraces, type AccountRow } from './queries.ts';
import { createAlias } from './service.ts';

export const closeAgain = async (
  query: Database['query'],
  entropy: Entropy,
  accounts: readonly AccountRow[],
): Promise<void> => {
  for (const { id: playerId, confirmed_email: email } of accounts) {
    await anonymise(query, playerId, createAlias(entropy));
    await emptyClosedWallets(query, playerId);
    if (email !== null) await eraseMessages(query, email);
    await eraseTraces(query, playerId);
  }
};
