/** Limits and breaks in SQL. Changes run in a transaction that has locked the wallet. */
import { lockWallets } from '../../ledger/locks.ts';
import type { Database } from '../../platform/postgres/database.ts';
import * as sql from './sql/limits.sql.ts';

type Query = Database['query'];

export type LimitsRow = sql.FindLimitsRow;

/** Locks the wallet first where requested, so that what is read stays true until the transaction ends. */
export const findLimits = async (
  query: Query,
  playerId: bigint,
  lock: 'lock' | 'read',
): Promise<LimitsRow | undefined> => {
  if (lock === 'lock') await lockWallets(query, [playerId]);
  return sql.findLimits.first(query, { playerId });
};

/** Effective immediately; a looser one that was planned is dropped. */
export const setLimit = async (query: Query, playerId: bigint, dailyStake: bigint | null): Promise<void> => {
  await sql.dropPlannedLimit.run(query, { playerId });
  await sql.setLimits.run(query, { playerIds: [playerId], limits: [dailyStake] });
};

/** Effective after 24 hours. */
export const planLimit = async (query: Query, playerId: bigint, dailyStake: bigint | null): Promise<void> => {
  await sql.planLimit.run(query, { playerId, dailyStake });
};

export const startBreak = async (query: Query, playerId: bigint, until: Date): Promise<void> => {
  await sql.recordBreak.run(query, { playerId, until });
  await sql.setBreak.run(query, { playerId, until });
};

/** Makes planned limits effective that are due. Returns how many. */
export const applyDueLimits = async (query: Query): Promise<number> =>
  (await sql.applyDueLimits.first(query))?.applied ?? 0;
