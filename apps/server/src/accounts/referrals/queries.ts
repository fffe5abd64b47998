/** Referral rewards in SQL. Both sides are paid in one statement that checks the director's epoch. */
import type { Database } from '../../platform/postgres/database.ts';
import * as invitations from './sql/invitations.sql.ts';
import * as sql from './sql/rewards.sql.ts';

type Query = Database['query'];

const hasSettledBet = (settledStakes: SettledStakes): string => `(
  ${['false', ...settledStakes.map((of) => `EXISTS (${of('r.referred_id')})`)].join('\n  OR ')}
)`;

/** SELECTs of the settled stakes of the player that an SQL expression names, one of each game. */
export type SettledStakes = readonly ((player: string) => string)[];

/** Marks the referrals of players who have settled a first bet: of those named, or of all when none are. */
export const markEarned = async (
  query: Query,
  epoch: bigint,
  { players, settledStakes }: { players: bigint[] | null; settledStakes: SettledStakes },
): Promise<number> =>
  (
    await query({
      name: players ? 'referral-earned-by' : 'referral-earned',
      text: `WITH lease AS MATERIALIZED (SELECT epoch FROM held_lease($1)),
        due AS (
          SELECT r.referred_id FROM lease, referral r
          WHERE r.state = 'pending' AND ($2::bigint[] IS NULL OR r.referred_id = ANY($2)) AND ${hasSettledBet(settledStakes)}
        )
        UPDATE referral r SET state = 'earned', earned_at = clock_timestamp()
        FROM due WHERE r.referred_id = due.referred_id AND r.state = 'pending' RETURNING r.referred_id`,
      values: [epoch, players],
    })
  ).length;

/** Returns everybody who was paid. */
export const payEarned = async (query: Query, rewards: sql.PayEarnedParams): Promise<bigint[]> =>
  (await sql.payEarned.run(query, rewards)).map((row) => row.player_id);

/** Null where no open account has this reference id. */
export const findInviter = async (query: Query, referenceId: string): Promise<{ username: string } | null> =>
  (await invitations.findInviter.run(query, { referenceId }))[0] ?? null;
