/** The wheel's calls; the spin itself is a live message. */
import { wheelAnswer, wheelProofSchema } from '../contract.ts';
import { addProofRoute, type GameRoutes } from '@fairground/game-kit/server';
import { identityOf, requirePlayer } from '@fairground/server/http/request-identity';
import type { WheelService } from './service.ts';

export const wheelRoutes =
  (service: WheelService): GameRoutes =>
  async (app) => {
    app.get(
      '/wheel',
      {
        preValidation: requirePlayer,
        config: { tokenScope: 'read' },
        schema: { tags: ['Wheel'], summary: 'The daily wheel today', response: { 200: wheelAnswer } },
      },
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
