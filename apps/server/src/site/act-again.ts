/** Does again, after a restore, what files of lasting acts say and the database has forgotten. */
import { setLimits, recordBreak, setBreak } from '../players/limits/sql/limits.sql.ts';
import type { AddressHash } from '../platform/secrets/address-hash.ts';
import type { Database } from '../platform/database/database.ts';
import type { Entropy } from '../platform/entropy.ts';
import { resume, suspend } from '../staff/acts/sql/suspensions.sql.ts';
import { eraseAccount } from '../identity/closing/erase.ts';
import { createAlias } from '../identity/closing/service.ts';
import type { ParsedActs } from '../identity/lasting-acts/acts-file.ts';
import { allAccounts, nameAccount, type ActsAccount } from '../identity/lasting-acts/service.ts';
import * as sql from '../identity/lasting-acts/sql/lasting-acts.sql.ts';

type Query = Database['query'];

export interface ActedAgain {
  breaks: number;
  limits: number;
  suspensions: number;
  closings: number;
}

export interface ActAgainDeps {
  acts: ParsedActs;
  closingKey: Buffer;
  entropy: Entropy;
  hashAddress: AddressHash;
}

/** Within the transaction that completes a restore. Bets in play were given back before. */
export const actAgain = async (query: Query, deps: ActAgainDeps): Promise<ActedAgain> => {
  const { acts, closingKey } = deps;
  const counts: ActedAgain = { breaks: 0, limits: 0, suspensions: 0, closings: 0 };
  for await (const account of allAccounts(query, sql.listOpenAccounts)) {
    if (await breakAgain(query, account, acts.breaks.get(nameAccount(closingKey, 'break', account))))
      counts.breaks += 1;
    if (await limitAgain(query, account, acts.limits.get(nameAccount(closingKey, 'limit', account))))
      counts.limits += 1;
    const suspension = acts.suspensions.get(nameAccount(closingKey, 'suspension', account));
    if (await suspendAgain(query, account, suspension)) counts.suspensions += 1;
    // Last: closing retains the break.
    if (acts.closed.has(nameAccount(closingKey, 'closed', account))) {
      await closeAgain(query, account, deps);
      counts.closings += 1;
    }
  }
  for (const [mailbox, until] of acts.mailboxes)
    await sql.retainMailboxBreak.run(query, {
      mailboxHash: Buffer.from(mailbox, 'hex'),
      until: new Date(until),
    });
  return counts;
};

/** No break is shortened. */
const breakAgain = async (query: Query, account: ActsAccount, untilMs?: number): Promise<boolean> => {
  if (untilMs === undefined || untilMs <= account.now.getTime()) return false;
  if (account.break_until !== null && account.break_until.getTime() >= untilMs) return false;
  const change = { playerId: account.id, until: new Date(untilMs) };
  await recordBreak.run(query, change);
  await setBreak.run(query, change);
  return true;
};

/** The stricter of both limits counts. */
const limitAgain = async (
  query: Query,
  { id: playerId, daily_stake_limit: present }: ActsAccount,
  limit?: { at: number; coins: bigint | null },
): Promise<boolean> => {
  if (limit === undefined || limit.coins === null) return false;
  if (present !== null && present < limit.coins) return false;
  await sql.dropEarlierPlan.run(query, { playerId, at: new Date(limit.at) });
  if (present === limit.coins) return false;
  await setLimits.run(query, { playerIds: [playerId], limits: [limit.coins] });
  return true;
};

/** Whatever the staff did last counts. */
const suspendAgain = async (
  query: Query,
  { id: playerId, suspended_at: since, now }: ActsAccount,
  act?: { at: number; until: number | null; ended: boolean },
): Promise<boolean> => {
  if (act === undefined || (since !== null && since.getTime() >= act.at)) return false;
  if (act.ended) {
    if (since === null) return false;
    await resume.run(query, { playerId });
    return true;
  }
  if (act.until !== null && act.until <= now.getTime()) return false;
  await suspend.run(query, {
    playerId,
    reason: null,
    until: act.until === null ? null : new Date(act.until),
  });
  return true;
};

const closeAgain = (
  query: Query,
  { id: playerId, confirmed_email: confirmedEmail }: ActsAccount,
  { entropy, hashAddress }: ActAgainDeps,
): Promise<unknown> =>
  eraseAccount(query, { playerId, alias: createAlias(entropy), confirmedEmail, hashAddress });
