/** Closing one's account, and one's data as a file. */
import { Readable } from 'node:stream';
import { closeAccountBody } from '@fairground/contract/user';
import type { FastifyReply } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { sendRefusal } from '../../http/refusals.ts';
import { identityOf, requirePlayer } from '../../http/request-identity.ts';
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
        const result = await service.close(playerId, request.body.password, request.ip);
        return result.ok ? reply.code(204).send(null) : sendRefusal(reply, result);
      },
    );

    app.get(
      '/user/export',
      { schema: { tags, summary: 'All data held on the player', response: { 200: z.looseObject({}) } } },
      async (request, reply) => {
        const result = await service.exportData(identityOf(request).playerId, request.ip);
        if (!result.ok) return sendRefusal(reply, result);
        const stream = Readable.from(result.value.pieces, { objectMode: false });
        // Also if the client disconnects before or during the export.
        stream.once('close', () => {
          result.value
            .end()
            .catch((error: unknown) => request.log.warn({ err: error }, 'ending an export failed'));
        });
        return (reply as FastifyReply)
          .type('application/json; charset=utf-8')
          .header('content-disposition', 'attachment; filename="fairground.json"')
          .send(stream);
      },
    );
  };
