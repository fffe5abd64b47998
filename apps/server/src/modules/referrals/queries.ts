/** Referral rewards in SQL. Both sides are paid in one statement that checks the director's epoch. */
import type { Database } from '../../platform/database.ts';
import * as sql from './sql/rewards.sql.ts';

type Query = Database['query'];

/** Of the players named, or of all when none are. Returns how many. */
export const markEarned = async (query: Query, epoch: bigint, playerIds: bigint[] | null): Promise<number> =>
  (await sql.markEarned.run(query, { epoch, playerIds })).length;

/** Returns everybody who was paid. */
export const payEarned = async (query: Query, rewards: sql.PayEarnedParams): Promise<bigint[]> =>
  (await sql.payEarned.run(query, rewards)).map((row) => row.player_id);
