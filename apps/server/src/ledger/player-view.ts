/**
 * The one view of a player that every answer and push carries (contract: User). Its columns are those of the
 * database's view `player_view`; the newest 100 referrals come along.
 */
import type { User } from '@fairground/contract/user';
import type { RowOf } from '@fairground/sql';
import type { Database } from '../platform/database/database.ts';
import { findPlayerView, findPlayerViews } from './sql/players.sql.ts';

/** What the ledger's functions return has no `bot`, because that would change the type of the view. */
export type PlayerRow = Omit<RowOf<typeof findPlayerView>, 'bot'> &
  Partial<Pick<RowOf<typeof findPlayerView>, 'bot'>>;

/** What `player_view` builds of each referral, as JSON. */
interface ReferralJson {
  id: string;
  createdAt: string;
  referred: {
    username: string;
    avatar: string | null;
    coins: number;
    winningAmount: number;
    todaysBids: number;
  };
}

/** Turns a bigint amount into the wire's number; one that is not a safe integer is a bug and throws. */
export const toWireCoins = (amount: bigint): number => {
  const value = Number(amount);
  if (!Number.isSafeInteger(value)) throw new Error(`amount ${amount} is not a safe integer`);
  return value;
};

export const toUser = (row: PlayerRow): User => ({
  id: String(row.player_id),
  username: row.username,
  email: row.email,
  guest: row.email === null,
  ...(row.bot === true ? { bot: true } : {}),
  avatar: row.avatar,
  coins: toWireCoins(row.coins),
  winningAmount: toWireCoins(row.winnings),
  isSpinned: row.is_spinned,
  referenceId: row.reference_id,
  referrals: ((row.referrals ?? []) as ReferralJson[]).map((referral) => ({
    ...referral,
    createdAt: new Date(referral.createdAt).toISOString(),
  })),
  referralCount: row.referral_count,
  todaysBids: toWireCoins(row.todays_bids),
  totalWon: toWireCoins(row.total_won),
  adEarnings: toWireCoins(row.ad_earnings),
  createdAt: row.joined_at.toISOString(),
  version: Number(row.version),
});

/** The player as they are now, or undefined where there is none. */
export const findUser = async (query: Database['query'], playerId: bigint): Promise<User | undefined> => {
  const row = await findPlayerView.first(query, { playerId });
  return row && toUser(row);
};

/** The players that exist, as they are now, in no particular order. */
export const findUsers = async (query: Database['query'], playerIds: readonly bigint[]): Promise<User[]> =>
  (await findPlayerViews.run(query, { playerIds })).map(toUser);
