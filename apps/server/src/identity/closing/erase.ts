/** Erases personal data when an account is closed; the ledger retains an opaque id. */
import { emptyClosedWallets } from '../../ledger/closing.ts';
import type { AddressHash } from '../../platform/secrets/address-hash.ts';
import type { Database } from '../../platform/database/database.ts';
import { retainBreak } from '../sign-in/service.ts';
import * as sql from './sql/closing.sql.ts';

type Query = Database['query'];

/** Data stored under an email address; only its owner may erase it. */
const eraseMessages = async (query: Query, confirmedEmail: string): Promise<void> => {
  await sql.eraseContactMessages.run(query, { confirmedEmail });
  await sql.eraseSubscriptions.run(query, { confirmedEmail });
};

export interface Closing {
  playerId: bigint;
  /** The name of the closed account. */
  alias: string;
  /** Null if the address was never confirmed: it and the data under it may belong to somebody else. */
  confirmedEmail: string | null;
  hashAddress: AddressHash;
  /** Ends what the player has in play. */
  abandonOpen?(query: Query): Promise<void>;
}

/** Closes the account within the transaction. Returns the sessions that ended. */
export const eraseAccount = async (query: Query, closing: Closing): Promise<bigint[]> => {
  const { playerId, alias, confirmedEmail, hashAddress } = closing;
  if (confirmedEmail !== null) await retainBreak(query, hashAddress, { playerId, confirmedEmail });
  await sql.anonymise.run(query, { playerId, alias });
  await closing.abandonOpen?.(query);
  await emptyClosedWallets(query, playerId);
  if (confirmedEmail !== null) await eraseMessages(query, confirmedEmail);
  await sql.eraseLikes.run(query, { playerId });
  await sql.leaveAllClubs.run(query, { playerId });
  await sql.erasePersonalRows.run(query, { playerId });
  await sql.clearStatistics.run(query, { playerId });
  await sql.uncountReferral.run(query, { playerId });
  await sql.forgetReferrer.run(query, { playerId });
  return (await sql.endSessions.run(query, { playerId })).map((row) => row.id);
};
