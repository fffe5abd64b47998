/** Player seeds, wired: no rotation while a game that draws from them is in play. */
import type { GameModule } from '@fairground/game-kit/server';
import { seedsRoutes } from '../modules/seeds/routes.ts';
import { createSeedsService } from '../modules/seeds/service.ts';
import type { PartDeps, SitePart } from './site-part.ts';

export const wireSeeds = (deps: PartDeps, games: readonly GameModule[]): SitePart => ({
  routes: seedsRoutes(
    createSeedsService({
      ...deps,
      async isGameOpen(query, playerId) {
        for (const { playerSeeds } of games) {
          if (await playerSeeds?.isInPlay?.(query, playerId)) return true;
        }
        return false;
      },
    }),
  ),
});
