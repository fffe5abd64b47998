/** Referral rewards in SQL. Both sides are paid in one statement that checks the director's epoch. */
import { systemAccounts } from '../../ledger/accounts.ts';
import { creditBonus } from '../../ledger/movements.ts';
import { siteDaySql } from '../../ledger/player-view.ts';
import type { Database } from '../../platform/database.ts';

type Query = Database['query'];

const lease = `lease AS MATERIALIZED (SELECT epoch FROM director_lease WHERE epoch = $1 FOR SHARE)`;

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
      text: `WITH ${lease},
        due AS (
          SELECT r.referred_id FROM lease, referral r
          WHERE r.state = 'pending' AND ($2::bigint[] IS NULL OR r.referred_id = ANY($2)) AND ${hasSettledBet(settledStakes)}
        )
        UPDATE referral r SET state = 'earned', earned_at = clock_timestamp()
        FROM due WHERE r.referred_id = due.referred_id AND r.state = 'pending' RETURNING r.referred_id`,
      values: [epoch, players],
    })
  ).length;

const day = siteDaySql('$4');

/**
 * Pays both sides of earned referrals, the oldest first, at most `perDay` a referrer and site day; the rest
 * wait for another day. Returns everybody who was paid.
 */
export const payEarned = async (
  query: Query,
  {
    epoch,
    coins,
    perDay,
    siteTimeZone,
  }: { epoch: bigint; coins: number; perDay: number; siteTimeZone: string },
): Promise<bigint[]> => {
  const rows = await query<{ player_id: bigint }>({
    name: 'referral-pay',
    text: `WITH ${lease},
      queue AS (
        SELECT r.referred_id, r.referrer_id,
          row_number() OVER (PARTITION BY r.referrer_id ORDER BY r.earned_at, r.referred_id)
            + (SELECT count(*) FROM referral q WHERE q.referrer_id = r.referrer_id AND q.rewarded_on = ${day}
                AND q.state = 'rewarded') AS place
        FROM lease, referral r WHERE r.state = 'earned'
      ),
      due AS MATERIALIZED (SELECT * FROM queue WHERE place <= $3 ORDER BY referred_id LIMIT 500),
      locked AS MATERIALIZED (
        SELECT w.player_id FROM wallet w
        WHERE w.player_id IN (SELECT referred_id FROM due UNION SELECT referrer_id FROM due)
        ORDER BY w.player_id FOR NO KEY UPDATE
      ),
      paid AS (
        UPDATE referral r SET state = 'rewarded', rewarded_at = clock_timestamp(), rewarded_on = ${day}
        FROM due WHERE r.referred_id = due.referred_id AND r.state = 'earned'
          AND (SELECT count(*) FROM locked) > 0
        RETURNING r.referred_id, r.referrer_id
      ),
      bonus AS (
        SELECT b.* FROM (
          SELECT 2 * referred_id AS source, referrer_id AS player_id, $2::bigint AS amount FROM paid
          UNION ALL
          SELECT 2 * referred_id + 1, referred_id, $2 FROM paid
        ) b JOIN player p ON p.id = b.player_id WHERE p.closed_at IS NULL
      ),
      ${creditBonus('referral', systemAccounts.referral)}
      SELECT player_id FROM rewarded`,
    values: [epoch, coins, perDay, siteTimeZone],
  });
  return rows.map((row) => row.player_id);
};
