/** Player seeds, wired: no rotation while a Minefield game is in play. */
import { hasGameInPlay } from '../modules/minefield/service.ts';
import { seedsRoutes } from '../modules/seeds/routes.ts';
import { createSeedsService } from '../modules/seeds/service.ts';
import type { PartDeps, SitePart } from './site-part.ts';

export const wireSeeds = (deps: PartDeps): SitePart => ({
  routes: seedsRoutes(createSeedsService({ ...deps, isGameOpen: hasGameInPlay })),
});
