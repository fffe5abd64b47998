/** Minefield, wired: its calls alone, since nothing of it runs on a clock. */
import { minefieldRoutes } from '../modules/minefield/routes.ts';
import { createMinefieldService } from '../modules/minefield/service.ts';
import { createSeedBook } from '../modules/seeds/service.ts';
import type { PartDeps, SitePart } from './site-part.ts';

export const wireMinefield = (deps: PartDeps): SitePart => ({
  routes: minefieldRoutes(
    createMinefieldService({
      ...deps,
      seeds: createSeedBook(deps),
      recordBet: (result) => deps.recordBet('minefield', result),
    }),
  ),
});
