/** The wheel's calls; the spin itself is a live message. */
import { wheelAnswer, wheelProofSchema } from '../contract.ts';
import { addProofRoute, type GameRoutes } from '@fairground/game-kit/server/calls';
import { identityOf } from '@fairground/server/http/request-identity';
import { callsOf, readScope } from '@fairground/server/http/route-options';
import type { WheelService } from './service.ts';

const { player } = callsOf('Wheel');

export const wheelRoutes =
  (service: WheelService): GameRoutes =>
  async (app) => {
    app.get(
      '/wheel',
      player('The daily wheel today', { 200: wheelAnswer }, { config: readScope }),
      async (request) => service.findWheel(identityOf(request).playerId),
    );

    addProofRoute(app, {
      game: 'wheel',
      param: 'spinId',
      summary: 'What is needed to check a spin',
      schema: wheelProofSchema,
      find: service.findProof,
    });
  };
