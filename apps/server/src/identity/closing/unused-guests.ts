/** Closes the accounts of guests whom nobody has used for 30 days, as any account is closed. */
import type { Engine } from '../../director/director.ts';
import { workOnEach } from '../../director/work-on-each.ts';
import { lockWallets } from '../../ledger/locks.ts';
import type { AddressHash } from '../../platform/secrets/address-hash.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Entropy } from '../../platform/entropy.ts';
import type { LastingActs } from '../lasting-acts/service.ts';
import { eraseAccount } from './erase.ts';
import { createAlias } from './service.ts';
import { findUnused, isUnused, lockGuest } from './sql/unused-guests.sql.ts';

export const unusedDays = 30;
const checkEveryMs = 60_000;
/** One step takes no longer than the director's other work can wait. */
const maxPerStep = 50;

export const createUnusedGuests = (deps: {
  database: Database;
  entropy: Entropy;
  hashAddress: AddressHash;
  lastingActs: Pick<LastingActs, 'add'>;
  /** Called after the commit for each session that ended, so that its sockets close on every process. */
  closeSession: (sessionId: bigint) => void;
  /** Ends what the player has in play, within the transaction that closes their account. */
  abandonOpen: (query: Database['query'], playerId: bigint) => Promise<void>;
}): Engine => {
  const { database } = deps;

  const close = async (playerId: bigint): Promise<void> => {
    const ended = await database.transaction(async (query) => {
      if (!(await lockGuest.first(query, { playerId }))) return undefined;
      await lockWallets(query, [playerId]);
      if (!(await isUnused.first(query, { playerId, unusedDays }))) return undefined;
      return eraseAccount(query, {
        playerId,
        alias: createAlias(deps.entropy),
        confirmedEmail: null,
        hashAddress: deps.hashAddress,
        abandonOpen: (inTransaction) => deps.abandonOpen(inTransaction, playerId),
      });
    });
    if (!ended) return;
    for (const sessionId of ended) deps.closeSession(sessionId);
    await deps.lastingActs.add([playerId], ['closed']);
  };

  return {
    name: 'unused-guests',
    async step() {
      const unused = await findUnused.run(database.query, { unusedDays, maxRows: maxPerStep });
      await workOnEach(
        unused,
        ({ id }) => `guest ${id}`,
        ({ id }) => close(id),
      );
      return unused.length === maxPerStep ? 0 : checkEveryMs;
    },
  };
};
