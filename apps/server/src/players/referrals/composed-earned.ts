/** Which referrals have been earned, by what each game declares as a settled stake. */
import { composeStatement } from '@fairground/sql/composed';

/** SELECTs of the settled stakes of the player that an SQL expression names, one of each game. */
export type SettledStakes = readonly ((player: string) => string)[];

/**
 * Marks the referrals of players who have settled a first bet: of those named, or of all. It checks the director's
 * epoch.
 */
export const composeMarkEarned = (settledStakes: SettledStakes) => {
  const hasSettledBet = ['false', ...settledStakes.map((of) => `EXISTS (${of('r.referred_id')})`)];
  const markOf = (
    condition: string,
  ) => `WITH lease AS MATERIALIZED (SELECT epoch FROM held_lease($1::bigint)),
    due AS (
      SELECT r.referred_id FROM lease, referral r
      WHERE r.state = 'pending' AND ${condition} AND (${hasSettledBet.join('\n OR ')})
    )
    UPDATE referral r SET state = 'earned', earned_at = clock_timestamp()
    FROM due WHERE r.referred_id = due.referred_id AND r.state = 'pending' RETURNING r.referred_id`;
  return {
    ofAll: composeStatement({
      name: 'referrals-mark-earned',
      isPrepared: true,
      params: { epoch: 'int8' },
      columns: { referred_id: 'int8' },
      text: markOf('true'),
    }),
    ofPlayers: composeStatement({
      name: 'referrals-mark-earned-of-players',
      isPrepared: true,
      params: { epoch: 'int8', players: 'int8[]' },
      columns: { referred_id: 'int8' },
      text: markOf('r.referred_id = ANY($2)'),
    }),
  };
};

export const composedStatements = (games: readonly { stakes?: { settledOf: SettledStakes[number] } }[]) =>
  Object.values(composeMarkEarned(games.flatMap(({ stakes }) => (stakes ? [stakes.settledOf] : []))));
