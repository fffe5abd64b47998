/** Players, for those who answer them. */
import {
  correctAnswer,
  correctBody,
  idParams,
  playerAnswer,
  playersAnswer,
  playersQuery,
  suspendBody,
} from '@fairground/contract/console/players';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { sendDone, sendResult } from '../../../http/refusals.ts';
import { nothing } from '../../../http/route-options.ts';
import { staffOf } from '../console-hook.ts';
import type { RequestsService } from '../requests/service.ts';
import type { ConsolePlayersService } from './service.ts';

export const consolePlayersRoutes =
  (players: ConsolePlayersService, requests: RequestsService): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/players',
      { schema: { querystring: playersQuery, response: { 200: playersAnswer } } },
      (request) => players.find(staffOf(request), request.query.text),
    );

    app.get(
      '/players/:id',
      { schema: { params: idParams, response: { 200: playerAnswer } } },
      async (request, reply) =>
        sendResult(reply, await players.show(staffOf(request), BigInt(request.params.id))),
    );

    app.post(
      '/players/:id/sign-out',
      { schema: { params: idParams, response: nothing } },
      async (request, reply) =>
        sendDone(reply, await players.signOut(staffOf(request), BigInt(request.params.id))),
    );

    app.post(
      '/players/:id/suspend',
      { schema: { params: idParams, body: suspendBody, response: nothing } },
      async (request, reply) => {
        const { reason, until } = request.body;
        return sendDone(
          reply,
          await players.suspend(staffOf(request), BigInt(request.params.id), {
            reason,
            until: until === null ? null : new Date(until),
          }),
        );
      },
    );

    app.post(
      '/players/:id/resume',
      { schema: { params: idParams, response: nothing } },
      async (request, reply) =>
        sendDone(reply, await players.resume(staffOf(request), BigInt(request.params.id))),
    );

    app.post(
      '/players/:id/correct',
      { schema: { params: idParams, body: correctBody, response: { 200: correctAnswer } } },
      async (request, reply) => {
        const { amount, reason, key } = request.body;
        return sendResult(
          reply,
          await requests.correct(staffOf(request), {
            playerId: BigInt(request.params.id),
            amount: BigInt(amount),
            reason,
            key,
          }),
        );
      },
    );
  };
