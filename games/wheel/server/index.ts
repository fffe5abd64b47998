/** The daily wheel as the core sees it: its calls, and the live message that spins it. */
import { defineGame } from '@fairground/game-kit/server';
import { createPlayerSeeds } from '@fairground/game-kit/server/calls';
import { configSchema } from '../contract.ts';
import { meanWheelCoins, wheelSegments } from '../rules.ts';
import { achievements } from './achievements.ts';
import { wheelChecks } from './audit.ts';
import { createEndedSpins } from './ended-spins.ts';
import { wheelLedger } from './ledger.ts';
import { wheelRoutes } from './routes.ts';
import { createWheelService } from './service.ts';
import { spinHandler } from './spin-handler.ts';

export default defineGame({
  id: 'wheel',
  folder: 'wheel',
  ledger: wheelLedger,
  settings: () => ({}),
  config: {
    schema: configSchema,
    value: () => ({
      segments: wheelSegments.map((value) => ({ text: String(value), value })),
      meanCoins: meanWheelCoins,
    }),
    position: 60,
  },
  achievements,
  audit: wheelChecks,
  lists: ['wheelSpins'],
  create(deps) {
    const service = createWheelService({ ...deps, seeds: createPlayerSeeds(deps) });
    return {
      routes: wheelRoutes(service),
      rounds: createEndedSpins({ ...deps, findProof: service.findProof }),
      handlers: { spinWheel: spinHandler(service) },
      messageScopes: { spinWheel: 'play' },
    };
  },
});
