/** The calls by which a player hides their name, or shows it again. */
import { visibilitySchema } from '@fairground/contract/user';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { sendResult } from '../../http/refusals.ts';
import { identityOf, requirePlayer } from '../../http/request-identity.ts';
import type { VisibilityService } from './service.ts';

const tags = ['Player'];

export const visibilityRoutes =
  (service: VisibilityService): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('preValidation', requirePlayer);

    app.get(
      '/user/visibility',
      {
        schema: {
          tags,
          summary: "Whether the player's name is hidden at the table of a round",
          response: { 200: visibilitySchema },
        },
      },
      async (request, reply) => sendResult(reply, await service.find(identityOf(request).playerId)),
    );

    app.post(
      '/user/visibility',
      {
        schema: {
          tags,
          summary: "Hide the player's name at the table of a round, or show it",
          body: visibilitySchema,
          response: { 200: visibilitySchema },
        },
      },
      async (request, reply) =>
        sendResult(reply, await service.change(identityOf(request).playerId, request.body)),
    );
  };
