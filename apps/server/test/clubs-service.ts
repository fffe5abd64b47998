/** The service of clubs on a database, for calls that come at once as from several processes. */
import type { Database } from '../src/platform/database/database.ts';
import { noLimiter } from '../src/platform/attempt-limiter.ts';
import { systemEntropy } from '../src/platform/entropy.ts';
import { createClubsService } from '../src/players/clubs/service.ts';

export const openClubsService = (database: Database) =>
  createClubsService({
    database,
    entropy: systemEntropy,
    bus: { publish: () => undefined },
    limiter: noLimiter,
    siteUrl: () => '',
    games: [],
    findOnline: async () => new Set(),
  });
