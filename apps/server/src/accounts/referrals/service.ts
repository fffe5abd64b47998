/**
 * Pays for invitations: coins for both sides once the invited player has settled a first bet. Players
 * who changed are checked soon after; a periodic check of all players finds what was missed.
 */
import type { Engine } from '../../director/director.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { composeMarkEarned, type SettledStakes } from './composed-earned.ts';
import { payEarned } from './sql/rewards.sql.ts';

export interface ReferralsDeps {
  database: Database;
  clock: Clock;
  coins: number;
  settledStakes: SettledStakes;
  playersChanged: (playerIds: readonly bigint[]) => void;
}

export interface Referrals {
  engine: Engine;
  /** The player's bets may have settled. */
  notice(playerId: bigint): void;
}

/** Enough for a circle of friends, too few for a farm of accounts. */
export const rewardsPerDay = 5;

const stepMs = 250;
const checkAllMs = 60_000;
const maxNoticed = 10_000;

export const createReferrals = ({
  database: { query },
  clock,
  coins,
  settledStakes,
  playersChanged,
}: ReferralsDeps): Referrals => {
  const markEarned = composeMarkEarned(settledStakes);
  const noticed = new Set<bigint>();
  let checkAllAt = -Infinity;
  return {
    notice(playerId) {
      if (noticed.size < maxNoticed) noticed.add(playerId);
      else checkAllAt = -Infinity;
    },
    engine: {
      name: 'referrals',
      async step({ epoch }) {
        const all = clock.monotonic() >= checkAllAt;
        if (!all && noticed.size === 0) return stepMs;
        const players = [...noticed];
        const earned = all
          ? await markEarned.ofAll.run(query, { epoch })
          : await markEarned.ofPlayers.run(query, { epoch, players });
        if (all) checkAllAt = clock.monotonic() + checkAllMs;
        for (const id of players) noticed.delete(id);
        // Rewards that wait for another day are paid by the check of all players.
        if (earned.length > 0 || all) {
          const paid = await payEarned.run(query, { epoch, coins, perDay: rewardsPerDay });
          playersChanged(paid.map((row) => row.player_id));
        }
        return stepMs;
      },
    },
  };
};
