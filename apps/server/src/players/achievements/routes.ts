/** The call of a player's achievements. */
import { achievementsAnswer } from '@fairground/contract/achievements';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { identityOf } from '../../http/request-identity.ts';
import { callsOf, readScope } from '../../http/route-options.ts';
import type { AchievementsService } from './service.ts';

const { player } = callsOf('Player');

export const achievementsRoutes =
  (service: AchievementsService): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/user/achievements',
      player(
        'All achievements, with when the player reached them',
        { 200: achievementsAnswer },
        { config: readScope },
      ),
      (request) => service.list(identityOf(request).playerId),
    );
  };
