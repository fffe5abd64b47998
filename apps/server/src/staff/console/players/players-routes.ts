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
import * as z from 'zod/mini';
import { sendDone, sendRefusal, sendResult } from '../../../http/refusals.ts';
import { staffOf } from '../console-hook.ts';
import type { RequestsService } from '../requests/service.ts';
import type { ConsolePlayersService } from './service.ts';

export const consolePlayersRoutes =
  (players: ConsolePlayersService, requests: RequestsService): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/players',
      { schema: { summary: 'Find players', querystring: playersQuery, response: { 200: playersAnswer } } },
      (request) => players.find(staffOf(request), request.query.text),
    );

    app.get(
      '/players/:id',
      { schema: { summary: "One player's story", params: idParams, response: { 200: playerAnswer } } },
      async (request, reply) =>
        sendResult(reply, await players.show(staffOf(request), BigInt(request.params.id))),
    );

    app.post(
      '/players/:id/sign-out',
      { schema: { summary: 'End all sessions', params: idParams, response: { 204: z.null() } } },
      async (request, reply) =>
        sendDone(reply, await players.signOut(staffOf(request), BigInt(request.params.id))),
    );

    app.post(
      '/players/:id/suspend',
      {
        schema: {
          summary: 'Suspend, with a reason and an end',
          params: idParams,
          body: suspendBody,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        const { reason, until } = request.body;
        const result = await players.suspend(staffOf(request), BigInt(request.params.id), {
          reason,
          until: until === null ? null : new Date(until),
        });
        return result.ok ? reply.code(204).send(null) : sendRefusal(reply, result);
      },
    );

    app.post(
      '/players/:id/resume',
      { schema: { summary: 'Lift a suspension', params: idParams, response: { 204: z.null() } } },
      async (request, reply) =>
        sendDone(reply, await players.resume(staffOf(request), BigInt(request.params.id))),
    );

    app.post(
      '/players/:id/correct',
      {
        schema: {
          summary: 'Give or take coins',
          params: idParams,
          body: correctBody,
          response: { 200: correctAnswer },
        },
      },
      async (request, reply) => {
        const { amount, reason, key } = request.body;
        const result = await requests.correct(staffOf(request), {
          playerId: BigInt(request.params.id),
          amount: BigInt(amount),
          reason,
          key,
        });
        return result.ok ? reply.send(result.value) : sendRefusal(reply, result);
      },
    );
  };
