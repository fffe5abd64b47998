/**
 * Pays for invitations: coins for both sides once the invited player has settled a first bet. Players whose bets may
 * have settled are checked soon after; a periodic sweep over all players finds what was missed.
 */
import type { Engine } from '../../director/director.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { markAllEarned, markEarned, payEarned } from './sql/rewards.sql.ts';

/** Enough for friends, too few for a farm of accounts. */
export const rewardsPerDay = 5;

const stepMs = 250;
const sweepMs = 60_000;
const maxNoticed = 10_000;

export const createReferrals = ({
  database: { query },
  clock,
  coins,
  playersChanged,
  noticesChanged,
}: {
  database: Database;
  clock: Clock;
  coins: number;
  playersChanged: (playerIds: readonly bigint[]) => void;
  /** Called with the players who were paid; the statement that pays them also notifies them. */
  noticesChanged: (playerIds: readonly bigint[]) => void;
}) => {
  const noticed = new Set<bigint>();
  let sweepAt = -Infinity;
  const noticeMany = () => (sweepAt = -Infinity);
  const notice = (playerId: bigint) => {
    if (noticed.size < maxNoticed) noticed.add(playerId);
    else noticeMany();
  };
  const mark = (epoch: bigint, players: bigint[] | null) =>
    players === null ? markAllEarned.run(query, { epoch }) : markEarned.run(query, { epoch, players });
  return {
    /** The player's bets may have settled. */
    notice,
    /** More players than can be named may have had bets settled. */
    noticeMany,
    engine: {
      name: 'referrals',
      async step({ epoch }) {
        const all = clock.monotonic() >= sweepAt;
        if (!all && noticed.size === 0) return stepMs;
        const players = [...noticed];
        // Cleared before the query: players noticed during it may have settled bets that it does not see.
        noticed.clear();
        if (all) sweepAt = clock.monotonic() + sweepMs;
        const earned = await mark(epoch, all ? null : players).catch((error: unknown) => {
          if (all) noticeMany();
          for (const id of players) notice(id);
          throw error;
        });
        // Rewards that wait for another day are paid by the sweep.
        if (earned.length > 0 || all) {
          const paid = await payEarned.run(query, { epoch, coins, perDay: rewardsPerDay });
          const players = paid.map((row) => row.player_id);
          playersChanged(players);
          noticesChanged(players);
        }
        return stepMs;
      },
    } satisfies Engine,
  };
};
