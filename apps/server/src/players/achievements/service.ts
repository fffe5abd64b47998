/** What a player has reached, of all that there is. */
import type { Achievements, ReachedAchievement } from '@fairground/contract/achievements';
import type { Database } from '../../platform/database/database.ts';
import { listAchievements, type AchievingGame } from './rules.ts';
import { listOf } from './sql/achievements.sql.ts';

export const createAchievementsService = (
  { query }: Pick<Database, 'query'>,
  games: readonly AchievingGame[],
) => {
  const { ids } = listAchievements(games);

  const findReached = async (playerId: bigint): Promise<ReachedAchievement[]> => {
    const rows = await listOf.run(query, { playerId });
    // A game that was removed leaves what was reached in it.
    return rows
      .filter(({ id }) => ids.includes(id))
      .map(({ id, reached_at: at }) => ({ id, reachedAt: at.toISOString() }));
  };

  return {
    /** The achievements that the player has, the oldest first. */
    findReached,
    /** All achievements, with the time at which the player reached them. */
    async list(playerId: bigint): Promise<Achievements> {
      const times = new Map((await findReached(playerId)).map(({ id, reachedAt }) => [id, reachedAt]));
      return ids.map((id) => ({ id, reachedAt: times.get(id) ?? null }));
    },
  };
};

export type AchievementsService = ReturnType<typeof createAchievementsService>;
