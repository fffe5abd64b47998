/**
 * Breaks that outlive a closed account: a player who comes back with the address is on the break again. Only a
 * confirmed address is remembered, as otherwise anybody could put a stranger on a break.
 */
import { mailboxOf, type AddressHash } from '../../platform/secrets/address-hash.ts';
import type { Database } from '../../platform/database/database.ts';
import * as sql from './sql/closed-breaks.sql.ts';

type Query = Database['query'];

/** Within the transaction that closes the account. */
export const retainBreak = async (
  query: Query,
  hashAddress: AddressHash,
  { playerId, confirmedEmail }: { playerId: bigint; confirmedEmail: string },
): Promise<void> => {
  await sql.retainBreak.run(query, {
    playerId,
    mailboxHash: hashAddress('break', mailboxOf(confirmedEmail)),
  });
};

/** Within the transaction in which the player gets the address. */
export const resumeBreak = async (
  query: Query,
  hashAddress: AddressHash,
  { playerId, email }: { playerId: bigint; email: string },
): Promise<void> => {
  await sql.resumeBreak.run(query, { playerId, mailboxHash: hashAddress('break', mailboxOf(email)) });
};

export const deleteEndedBreaks = async (query: Query): Promise<void> => {
  await sql.deleteEndedBreaks.run(query);
};
