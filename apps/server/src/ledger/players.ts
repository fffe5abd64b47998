/** Opening a player's wallet, and marking that something about them changed. */
import type { Database } from '../platform/database.ts';
import { sqlState } from '../platform/database.ts';
import * as sql from './sql/players.sql.ts';

export interface NewPlayer {
  username: string;
  email: string;
  passwordHash: string;
  referenceId: string;
  referredBy: bigint | null;
  /** Whole coins credited for signing up; 0 gives none. */
  signupCoins: number;
}

const uniqueViolation = '23505';

/**
 * Creates a player with wallet and sign-up coins, and whatever `also` adds, in one transaction.
 * Undefined where the username or the e-mail address is already taken, whatever its case.
 */
export const createPlayer = async (
  database: Database,
  { signupCoins, ...player }: NewPlayer,
  also?: (query: Database['query'], playerId: bigint) => Promise<void>,
): Promise<bigint | undefined> => {
  try {
    return await database.transaction(async (query) => {
      const row = await sql.insertPlayer.first(query, player);
      if (!row) throw new Error('an insert returned no row');
      await sql.openWallet.run(query, { playerId: row.id, signupCoins });
      if (player.referredBy !== null) {
        await sql.insertReferral.run(query, { referredId: row.id, referrerId: player.referredBy });
        await sql.countReferral.run(query, { playerId: player.referredBy });
        await bumpVersion(query, player.referredBy);
      }
      await also?.(query, row.id);
      return row.id;
    });
  } catch (error) {
    if (sqlState(error) === uniqueViolation) return undefined;
    throw error;
  }
};

/** Every change of a player that is not a movement of coins passes here, so that clients see it as newer. */
export const bumpVersion = async (query: Database['query'], playerId: bigint): Promise<void> => {
  await sql.bumpVersion.run(query, { playerId });
};
