/** Opening a player's wallet, guarding what is written about them, and marking that something changed. */
import { accept, refuse, type Result } from '@fairground/contract/errors';
import type { Database } from '../platform/database/database.ts';
import { sqlState } from '../platform/database/database.ts';
import * as sql from './sql/players.sql.ts';

export interface NewPlayer {
  username: string;
  /** Both are null for a guest, and neither is for anybody else. */
  email: string | null;
  passwordHash: string | null;
  avatar?: string;
  referenceId: string;
  /** Recorded by `recordReferral`. */
  referredBy: bigint | null;
  /** Whole coins credited for signing up; 0 gives none. */
  signupCoins: number;
}

const uniqueViolation = '23505';

/**
 * A common table expression for statements that write rows of player $1: it is empty where the account is closed.
 * Its lock and that of a closing exclude each other: either the closing finds the rows, or they are not written.
 */
export const openPlayer = `open_player AS MATERIALIZED (
    SELECT id FROM player WHERE id = $1 AND closed_at IS NULL FOR KEY SHARE)`;

/**
 * Creates a player with wallet and sign-up coins, and whatever `also` adds, in one transaction.
 * Returns the id; refuses a username or an email address that is taken, whatever its case.
 */
export const createPlayer = async (
  database: Database,
  { signupCoins, ...player }: NewPlayer,
  also?: (query: Database['query'], playerId: bigint) => Promise<void>,
): Promise<Result<bigint>> => {
  try {
    const playerId = await database.transaction(async (query) => {
      const referrer =
        player.referredBy !== null && (await lockOpenPlayer(query, player.referredBy))
          ? player.referredBy
          : null;
      const row = await sql.insertPlayer.first(query, {
        ...player,
        avatar: player.avatar ?? null,
        referredBy: referrer,
      });
      if (!row) throw new Error('an insert returned no row');
      await sql.openWallet.run(query, { playerId: row.id, signupCoins });
      await also?.(query, row.id);
      return row.id;
    });
    return accept(playerId);
  } catch (error) {
    if (sqlState(error) === uniqueViolation) return refuse('already_taken');
    throw error;
  }
};

/**
 * Records who invited a player, once the player has an address. Returns the referrer; null where there is none, or the
 * mailbox was invited before, which is forgotten then.
 */
export const recordReferral = async (
  query: Database['query'],
  { playerId, mailboxHash }: { playerId: bigint; mailboxHash: Buffer },
): Promise<bigint | null> => {
  const referrer = await sql.recordReferral.first(query, { playerId, mailboxHash });
  if (!referrer) {
    await sql.forgetReferrer.run(query, { playerId });
    return null;
  }
  await bumpVersion(query, referrer.id);
  return referrer.id;
};

/** As the first statement of a transaction, keeps an account from being closed; false where it is closed already. */
export const lockOpenPlayer = async (query: Database['query'], playerId: bigint): Promise<boolean> =>
  (await sql.lockOpenPlayer.run(query, { playerId })).length > 0;

/** Every change of a player that is not a movement of coins passes here, so that clients see it as newer. */
export const bumpVersion = async (query: Database['query'], playerId: bigint): Promise<void> => {
  await sql.bumpVersion.run(query, { playerId });
};
