/** Closes accounts that a restore opened again. Their bets in play were given back before. */
import type { RowOf } from '@fairground/sql';
import type { AddressHash } from '../../platform/secrets/address-hash.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Entropy } from '../../platform/entropy.ts';
import { eraseAccount } from './erase.ts';
import { createAlias } from './service.ts';
import type { findAccounts } from './sql/closing.sql.ts';

export const closeAgain = async (
  query: Database['query'],
  { entropy, hashAddress }: { entropy: Entropy; hashAddress: AddressHash },
  accounts: readonly RowOf<typeof findAccounts>[],
): Promise<void> => {
  for (const { id: playerId, confirmed_email: confirmedEmail } of accounts) {
    await eraseAccount(query, { playerId, alias: createAlias(entropy), confirmedEmail, hashAddress });
  }
};
