/** The games, for those who run them. */
import {
  closeGameBody,
  consoleGamesAnswer,
  gameParams,
  roundParams,
  voidRoundBody,
} from '@fairground/contract/console/games';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { sendDone, sendRefusal } from '../../../http/refusals.ts';
import { staffOf } from '../console-hook.ts';
import type { RequestsService } from '../requests/service.ts';
import type { ConsoleGamesService } from './service.ts';

export const consoleGamesRoutes =
  (service: ConsoleGamesService, requests: Pick<RequestsService, 'requestVoid'>): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/games',
      { schema: { summary: 'Switches, rounds and chains', response: { 200: consoleGamesAnswer } } },
      () => service.list(),
    );

    app.post(
      '/games/:game/close',
      {
        schema: {
          summary: 'Take no stakes; what runs finishes',
          params: gameParams,
          body: closeGameBody,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        const { params, body } = request;
        return sendDone(reply, await service.close(staffOf(request), params.game, body.reason));
      },
    );

    app.post(
      '/games/:game/open',
      { schema: { summary: 'Take stakes again', params: gameParams, response: { 204: z.null() } } },
      async (request, reply) => sendDone(reply, await service.open(staffOf(request), request.params.game)),
    );

    app.post(
      '/games/:game/rounds/:round/void',
      {
        schema: {
          summary: 'Request to void a round, which another operator approves',
          params: roundParams,
          body: voidRoundBody,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        const result = await requests.requestVoid(staffOf(request), { ...request.params, ...request.body });
        return result.ok ? reply.code(204).send(null) : sendRefusal(reply, result);
      },
    );
  };
