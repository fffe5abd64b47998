/** Minefield as the core sees it. Nothing of it runs on a clock, so it has routes alone. */
import { defineGame } from '@fairground/game-kit/server';
import { createPlayerSeeds } from '@fairground/game-kit/server/calls';
import { configSchema } from '../contract.ts';
import { achievements } from './achievements.ts';
import { minefieldChecks } from './audit.ts';
import { minefieldConfig } from './config.ts';
import { createEndedGames } from './ended-games.ts';
import { minefieldLedger } from './ledger.ts';
import { isInPlay } from './fields.ts';
import { minefieldRoutes } from './routes.ts';
import { createMinefieldService, endGameInPlay } from './service.ts';
import { countRunning } from './sql/games.sql.ts';
import { voidOpenGames } from './void-open.ts';

export default defineGame({
  id: 'mineField',
  folder: 'minefield',
  ledger: minefieldLedger,
  metricsName: 'minefield',
  settings: () => ({}),
  config: { schema: configSchema, value: () => minefieldConfig, position: 40 },
  stakes: {
    noun: 'Minefield game',
  },
  playerSeeds: { isInPlay },
  abandonOpen: endGameInPlay,
  voidOpen: voidOpenGames,
  running: (query) => countRunning.first(query),
  achievements,
  audit: minefieldChecks,
  lists: ['minefieldGames'],
  create(deps) {
    const service = createMinefieldService({ ...deps, seeds: createPlayerSeeds(deps) });
    return {
      routes: minefieldRoutes(service),
      rounds: createEndedGames({ ...deps, findProof: service.findProof }),
    };
  },
});
