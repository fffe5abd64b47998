/** The games, for those who run them. */
import {
  closeGameBody,
  consoleGamesAnswer,
  gameParams,
  roundParams,
  voidRoundBody,
} from '@fairground/contract/console/games';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { sendDone } from '../../../http/refusals.ts';
import { nothing } from '../../../http/route-options.ts';
import { staffOf } from '../console-hook.ts';
import type { RequestsService } from '../requests/service.ts';
import type { ConsoleGamesService } from './service.ts';

export const consoleGamesRoutes =
  (service: ConsoleGamesService, requests: Pick<RequestsService, 'requestVoid'>): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/games', { schema: { response: { 200: consoleGamesAnswer } } }, () => service.list());

    app.post(
      '/games/:game/close',
      { schema: { params: gameParams, body: closeGameBody, response: nothing } },
      async (request, reply) => {
        const { params, body } = request;
        return sendDone(reply, await service.close(staffOf(request), params.game, body.reason));
      },
    );

    app.post(
      '/games/:game/open',
      { schema: { params: gameParams, response: nothing } },
      async (request, reply) => sendDone(reply, await service.open(staffOf(request), request.params.game)),
    );

    app.post(
      '/games/:game/rounds/:round/void',
      { schema: { params: roundParams, body: voidRoundBody, response: nothing } },
      async (request, reply) => {
        return sendDone(
          reply,
          await requests.requestVoid(staffOf(request), { ...request.params, ...request.body }),
        );
      },
    );
  };
