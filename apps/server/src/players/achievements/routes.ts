/** The call of a player's achievements. */
import { achievementsAnswer } from '@fairground/contract/achievements';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { identityOf, requirePlayer } from '../../http/request-identity.ts';
import type { AchievementsService } from './service.ts';

export const achievementsRoutes =
  (service: AchievementsService): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/user/achievements',
      {
        config: { tokenScope: 'read' },
        preValidation: requirePlayer,
        schema: {
          tags: ['Player'],
          summary: 'All achievements, with when the player reached them',
          response: { 200: achievementsAnswer },
        },
      },
      (request) => service.list(identityOf(request).playerId),
    );
  };
