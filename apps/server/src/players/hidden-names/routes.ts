/** The calls by which a player hides their name, or shows it again. */
import { visibilitySchema } from '@fairground/contract/user';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { sendResult } from '../../http/refusals.ts';
import { identityOf } from '../../http/request-identity.ts';
import { callsOf } from '../../http/route-options.ts';
import type { VisibilityService } from './service.ts';

const { player } = callsOf('Player');

export const visibilityRoutes =
  (service: VisibilityService): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/user/visibility',
      player("Whether the player's name is hidden at the table of a round", { 200: visibilitySchema }),
      async (request, reply) => sendResult(reply, await service.find(identityOf(request).playerId)),
    );

    app.post(
      '/user/visibility',
      player(
        "Hide the player's name at the table of a round, or show it",
        { 200: visibilitySchema },
        { body: visibilitySchema },
      ),
      async (request, reply) =>
        sendResult(reply, await service.change(identityOf(request).playerId, request.body)),
    );
  };
