/** Closing one's account, and one's data as a file. */
import { closeAccountBody } from '@fairground/contract/user';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { sendProblem } from '../../platform/problem.ts';
import { sendDetailedRefusal, unlessBusy } from '../../platform/refusals.ts';
import { identityOf, requirePlayer } from '../../platform/request-identity.ts';
import type { ClosingService } from './service.ts';

const tags = ['Player'];

export const closingRoutes =
  (service: ClosingService): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('preValidation', requirePlayer);

    app.delete(
      '/user/me',
      {
        schema: { tags, summary: 'Close the account', body: closeAccountBody, response: { 204: z.null() } },
      },
      async (request, reply) => {
        const { playerId } = identityOf(request);
        const result = await unlessBusy(service.close(playerId, request.body.password, request.ip));
        return result.ok ? reply.code(204).send(null) : sendDetailedRefusal(reply, result);
      },
    );

    app.get(
      '/user/export',
      { schema: { tags, summary: 'All data held on the player', response: { 200: z.looseObject({}) } } },
      async (request, reply) => {
        const data = await service.exportData(identityOf(request).playerId);
        if (!data) return sendProblem(reply, 'not_signed_in');
        return reply.header('content-disposition', 'attachment; filename="fairground.json"').send(data);
      },
    );
  };
