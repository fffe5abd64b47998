/**
 * The one picture of a player that every answer and push carries (contract: User), read in a single
 * statement. Money columns come from his wallet; the newest 100 referrals come along.
 */
import type { User } from '@fairground/contract/user';
import type { Database } from '../platform/database.ts';

/** Columns that `toUser` needs, as SQL over the aliases p (player) and w (wallet). */
export const playerColumns = (siteDay: string): string => `
  p.id AS player_id, p.username, p.email, p.avatar, p.reference_id, p.referral_count,
  p.created_at AS joined_at,
  w.coins, w.winnings, w.total_won, w.ad_earnings, w.version,
  (CASE WHEN w.staked_on = ${siteDay} THEN w.staked_today ELSE 0 END)::bigint AS todays_bids,
  coalesce(w.spun_on = ${siteDay}, false) AS is_spinned`;

/** A player's newest referrals as JSON; nothing is read for players who have none. */
export const referralsColumn = (siteDay: string): string => `
  CASE WHEN p.referral_count = 0 THEN NULL ELSE (
    SELECT json_agg(json_build_object(
        'id', r.id::text, 'createdAt', r.created_at,
        'referred', json_build_object(
          'username', r.username, 'avatar', r.avatar, 'coins', r.coins, 'winningAmount', r.winnings,
          'todaysBids', r.todays_bids)) ORDER BY r.id DESC)
    FROM (
      SELECT q.id, q.created_at, q.username, q.avatar, v.coins, v.winnings,
        CASE WHEN v.staked_on = ${siteDay} THEN v.staked_today ELSE 0 END AS todays_bids
      FROM player q JOIN wallet v ON v.player_id = q.id
      WHERE q.referred_by = p.id ORDER BY q.id DESC LIMIT 100
    ) r
  ) END AS referrals`;

/** The site day as SQL, of the zone in parameter number `parameter`. */
export const siteDaySql = (parameter: string): string =>
  `(clock_timestamp() AT TIME ZONE ${parameter}::text)::date`;

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

export interface PlayerRow {
  player_id: bigint;
  username: string;
  email: string;
  avatar: string | null;
  reference_id: string;
  referral_count: number;
  joined_at: Date;
  coins: bigint;
  winnings: bigint;
  total_won: bigint;
  ad_earnings: bigint;
  version: bigint;
  todays_bids: bigint;
  is_spinned: boolean;
  referrals: ReferralJson[] | null;
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
  avatar: row.avatar,
  coins: toWireCoins(row.coins),
  winningAmount: toWireCoins(row.winnings),
  isSpinned: row.is_spinned,
  referenceId: row.reference_id,
  referrals: (row.referrals ?? []).map((referral) => ({
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

/** The player as he stands now, or undefined where there is none. */
export const findUser = async (
  query: Database['query'],
  playerId: bigint,
  siteTimeZone: string,
): Promise<User | undefined> => {
  const day = siteDaySql('$2');
  const rows = await query<PlayerRow>({
    name: 'find-user',
    text: `SELECT ${playerColumns(day)}, ${referralsColumn(day)}
      FROM player p JOIN wallet w ON w.player_id = p.id WHERE p.id = $1`,
    values: [playerId, siteTimeZone],
  });
  return rows[0] && toUser(rows[0]);
};
