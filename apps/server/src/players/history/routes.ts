/** The calls of a player's own play. */
import {
  playAwayAnswer,
  playAwayQuery,
  playFileQuery,
  playMovementsAnswer,
  playMovementsQuery,
  playSummaryAnswer,
  playSummaryQuery,
} from '@fairground/contract/play';
import type { FastifyReply } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { Readable } from 'node:stream';
import * as z from 'zod/mini';
import { callerOf } from '../../http/caller.ts';
import { sendRefusal, sendResult } from '../../http/refusals.ts';
import { identityOf, requirePlayer } from '../../http/request-identity.ts';
import type { PlayService } from './service.ts';

const tags = ['Player'];

export const playRoutes =
  (service: PlayService): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('preValidation', requirePlayer);

    app.get(
      '/user/play/movements',
      {
        config: { tokenScope: 'read' },
        schema: {
          tags,
          summary: "The player's movements of coins, newest first",
          querystring: playMovementsQuery,
          response: { 200: playMovementsAnswer },
        },
      },
      async (request, reply) => {
        const { playerId } = identityOf(request);
        return sendResult(reply, await service.list({ ...request.query, playerId }));
      },
    );

    app.get(
      '/user/play/summary',
      {
        config: { tokenScope: 'read' },
        schema: {
          tags,
          summary: 'Sums of the last days, by day and game',
          querystring: playSummaryQuery,
          response: { 200: playSummaryAnswer },
        },
      },
      async (request, reply) => {
        const result = await service.summary(identityOf(request).playerId, request.query.days);
        return result.ok ? reply.send(result.value) : sendRefusal(reply, result);
      },
    );

    app.get(
      '/user/play/away',
      {
        config: { tokenScope: 'read' },
        schema: {
          tags,
          summary: 'What rounds and draws settled for the player from a moment on',
          querystring: playAwayQuery,
          response: { 200: playAwayAnswer },
        },
      },
      async (request) => service.away(identityOf(request).playerId, request.query.since),
    );

    app.get(
      '/user/play/movements.csv',
      {
        config: { tokenScope: 'read' },
        schema: {
          tags,
          summary: 'The same movements as a file',
          querystring: playFileQuery,
          response: { 200: z.string() },
        },
      },
      async (request, reply) => {
        const { playerId } = identityOf(request);
        const file = await service.writeFile({ ...request.query, playerId }, callerOf(request).address);
        if (!file.ok) return sendRefusal(reply, file);
        const stream = Readable.from(file.value, { objectMode: false });
        (reply as FastifyReply)
          .type('text/csv; charset=utf-8')
          .header('content-disposition', 'attachment; filename="fairground-play.csv"')
          .send(stream);
        return reply;
      },
    );
  };
