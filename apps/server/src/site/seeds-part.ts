/** Player seeds, wired: no rotation while a game that draws from them is in play. */
import type { GameModule } from '@fairground/game-kit/server';
import { seedsRoutes } from '../fairness/player-seeds/routes.ts';
import { createSeedsService, limitSeeds } from '../fairness/player-seeds/service.ts';
import type { AttemptLimiter } from '../platform/attempt-limiter.ts';
import type { PartDeps, SitePart } from './site-part.ts';

export const wireSeeds = (
  deps: PartDeps,
  games: readonly GameModule[],
  limiter: AttemptLimiter,
): SitePart => {
  const service = createSeedsService({
    ...deps,
    async isGameOpen(query, playerId) {
      for (const { playerSeeds } of games) {
        if (await playerSeeds?.isInPlay(query, playerId)) return true;
      }
      return false;
    },
  });
  return { routes: seedsRoutes(limitSeeds(service, limiter)) };
};
