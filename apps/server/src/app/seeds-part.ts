/** Player seeds, wired: no rotation while a Minefield game is in play. */
import { hasGameInPlay } from '../modules/minefield/service.ts';
import { seedsRoutes } from '../modules/seeds/routes.ts';
import { createSeedsService, limitRotations } from '../modules/seeds/service.ts';
import type { AttemptLimiter } from '../platform/attempt-limiter.ts';
import type { PartDeps, SitePart } from './site-part.ts';

export const wireSeeds = (deps: PartDeps, limiter: AttemptLimiter): SitePart => ({
  routes: seedsRoutes(limitRotations(createSeedsService({ ...deps, isGameOpen: hasGameInPlay }), limiter)),
});
