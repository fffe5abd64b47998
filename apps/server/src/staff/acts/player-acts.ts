/**
 * What the operator's commands and the console do to a player. Each runs in a transaction of the caller, who records it
 * in the log with what it returns.
 */
import { accept, refuse, type Result } from '@fairground/contract/errors';
import type { RowOf } from '@fairground/sql';
import { correctCoins } from '../../ledger/correction.ts';
import type { Database } from '../../platform/database/database.ts';
import {
  deleteAuthenticator,
  deleteRecoveryCodes,
} from '../../identity/second-factors/sql/second-factors.sql.ts';
import * as sql from './sql/operator.sql.ts';
import * as suspensions from './sql/suspensions.sql.ts';

type Query = Database['query'];

/** What the log records of an act. */
export interface PlayerAct {
  details: object;
  before?: object | null | undefined;
  after?: object | null | undefined;
}

export interface Suspension {
  playerId: bigint;
  /** For the staff; players do not see it. */
  reason: string | null;
  /** Null lasts until it is lifted. */
  until: Date | null;
}

const endSessions = async (query: Query, playerId: bigint): Promise<number> =>
  (await sql.endSessions.run(query, { playerId })).length;

const describeSuspension = (row: RowOf<typeof suspensions.findSuspension>) =>
  row.is_suspended
    ? { since: row.suspended_at, until: row.suspended_until, reason: row.suspension_reason }
    : null;

/** Ends the sessions; running processes close their sockets within a second. */
export const signOutPlayer = async (query: Query, playerId: bigint): Promise<Result<PlayerAct>> =>
  accept({ details: { endedSessions: await endSessions(query, playerId) } });

/**
 * Lets a player who lost the authenticator app and its codes sign in by the password alone again. Passkeys stay: they
 * were added by somebody who had both. Refused where there is no confirmed app.
 */
export const removeSecondFactor = async (
  query: Query,
  { playerId, reason }: { playerId: bigint; reason: string },
): Promise<Result<PlayerAct>> => {
  if (!(await deleteAuthenticator.first(query, { playerId }))) {
    return refuse('not_found', 'The player has no authenticator app.');
  }
  await deleteRecoveryCodes.run(query, { playerId });
  return accept({ details: { reason, endedSessions: await endSessions(query, playerId) } });
};

/** Replaces a suspension that there is. Refused where there is no such player, or the account is closed. */
export const suspendPlayer = async (
  query: Query,
  { playerId, reason, until }: Suspension,
): Promise<Result<PlayerAct>> => {
  const found = await suspensions.findSuspension.first(query, { playerId });
  if (!found) return refuse('not_found');
  await suspensions.suspend.run(query, { playerId, reason, until });
  return accept({
    details: { endedSessions: await endSessions(query, playerId) },
    before: describeSuspension(found),
    after: { reason, until },
  });
};

/** Does nothing where the player is not suspended. */
export const resumePlayer = async (query: Query, playerId: bigint): Promise<Result<PlayerAct>> => {
  const found = await suspensions.findSuspension.first(query, { playerId });
  if (!found) return refuse('not_found');
  await suspensions.resume.run(query, { playerId });
  return accept({ details: { changed: found.is_suspended }, before: describeSuspension(found) });
};

/** Gives or takes coins by a recorded transfer. Refused where the player has not that much to take. */
export const correctPlayer = async (
  query: Query,
  correction: { playerId: bigint; amount: bigint; reason: string },
): Promise<Result<PlayerAct>> => {
  const before = await sql.findBalances.first(query, { playerId: correction.playerId });
  const after = await correctCoins(query, correction);
  if (!after.ok) return refuse('insufficient_coins', 'The player has not that many coins.');
  await sql.publishPlayerChange.run(query, { playerId: correction.playerId });
  return accept({
    details: { amount: Number(correction.amount), reason: correction.reason },
    before: before ? balancesOf(before) : null,
    after: balancesOf(after.value),
  });
};

const balancesOf = ({ coins, winnings }: { coins: bigint; winnings: bigint }) => ({
  coins: Number(coins),
  winnings: Number(winnings),
});
