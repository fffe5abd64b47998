/** Opening a player's wallet, guarding what is written about them, and marking that something changed. */
import type { Database } from '../platform/database.ts';
import { sqlState } from '../platform/database.ts';
import { coinsAccount, systemAccounts } from './accounts.ts';

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
 * A common table expression for statements that write rows of player $1: it is empty where the account is closed.
 * Its lock and that of a closing exclude each other: either the closing finds the rows, or they are not written.
 */
export const openPlayer = `open_player AS MATERIALIZED (
    SELECT id FROM player WHERE id = $1 AND closed_at IS NULL FOR KEY SHARE)`;

/**
 * Creates a player with wallet and sign-up coins, and whatever `also` adds, in one transaction.
 * Undefined where the username or the e-mail address is already taken, whatever its case.
 */
export const createPlayer = async (
  database: Database,
  player: NewPlayer,
  also?: (query: Database['query'], playerId: bigint) => Promise<void>,
): Promise<bigint | undefined> => {
  try {
    return await database.transaction(async (query) => {
      const referrer =
        player.referredBy !== null && (await lockOpenPlayer(query, player.referredBy))
          ? player.referredBy
          : null;
      const [row] = await query<{ id: bigint }>({
        text: `INSERT INTO player (username, email, password_hash, reference_id, referred_by, adult_confirmed_at)
          VALUES ($1, $2, $3, $4, $5, clock_timestamp()) RETURNING id`,
        values: [player.username, player.email, player.passwordHash, player.referenceId, referrer],
      });
      if (!row) throw new Error('an insert returned no row');
      await query({
        text: `INSERT INTO wallet (player_id, coins) VALUES ($1, $2)`,
        values: [row.id, player.signupCoins],
      });
      if (player.signupCoins > 0) {
        await query({
          text: `INSERT INTO transfer (kind, source, debit_account, credit_account, amount)
            VALUES ('signup', $1, $2, $3, $4)`,
          values: [row.id, systemAccounts.signUp, coinsAccount(row.id), player.signupCoins],
        });
      }
      if (referrer !== null) {
        await query({
          text: `INSERT INTO referral (referred_id, referrer_id) VALUES ($1, $2)`,
          values: [row.id, referrer],
        });
        await query({
          text: `UPDATE player SET referral_count = referral_count + 1 WHERE id = $1`,
          values: [referrer],
        });
        await bumpVersion(query, referrer);
      }
      await also?.(query, row.id);
      return row.id;
    });
  } catch (error) {
    if (sqlState(error) === uniqueViolation) return undefined;
    throw error;
  }
};

/** The same guard for a transaction, as its first statement: false where the account is closed. */
export const lockOpenPlayer = async (query: Database['query'], playerId: bigint): Promise<boolean> => {
  const rows = await query<{ id: bigint }>({
    name: 'lock-open-player',
    text: `WITH ${openPlayer} SELECT id FROM open_player`,
    values: [playerId],
  });
  return rows.length > 0;
};

/** Every change of a player that is not a movement of coins passes here, so that clients see it as newer. */
export const bumpVersion = async (query: Database['query'], playerId: bigint): Promise<void> => {
  await query({
    name: 'bump-version',
    text: `UPDATE wallet SET version = version + 1 WHERE player_id = $1`,
    values: [playerId],
  });
};
