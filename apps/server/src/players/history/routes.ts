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
import { callerOf } from '../../http/caller.ts';
import { sendRefusal, sendResult } from '../../http/refusals.ts';
import { identityOf } from '../../http/request-identity.ts';
import { callsOf, fileOf, readScope } from '../../http/route-options.ts';
import type { PlayService } from './service.ts';

const { player } = callsOf('Player');

export const playRoutes =
  (service: PlayService): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/user/play/movements',
      player(
        "The player's movements of coins, newest first",
        { 200: playMovementsAnswer },
        { querystring: playMovementsQuery, config: readScope },
      ),
      async (request, reply) => {
        const { playerId } = identityOf(request);
        return sendResult(reply, await service.list({ ...request.query, playerId }));
      },
    );

    app.get(
      '/user/play/summary',
      player(
        'Sums of the last days, by day and game',
        { 200: playSummaryAnswer },
        { querystring: playSummaryQuery, config: readScope },
      ),
      async (request, reply) =>
        sendResult(reply, await service.summary(identityOf(request).playerId, request.query.days)),
    );

    app.get(
      '/user/play/away',
      player(
        'What rounds and draws settled for the player from a moment on',
        { 200: playAwayAnswer },
        { querystring: playAwayQuery, config: readScope },
      ),
      async (request) => service.away(identityOf(request).playerId, request.query.since),
    );

    app.get(
      '/user/play/movements.csv',
      player('The same movements as a file', fileOf('text/csv'), {
        querystring: playFileQuery,
        config: readScope,
      }),
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
