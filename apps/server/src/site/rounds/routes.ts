/** Rounds that are over, open to anybody. */
import { roundAnswer } from '@fairground/contract/rounds';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { sendProblem } from '../../http/problem.ts';
import type { RoundsService } from './service.ts';

export const roundsRoutes =
  (rounds: RoundsService): FastifyPluginAsyncZod =>
  async (app) => {
    for (const { game, schema, proofSchema } of rounds.games) {
      app.get(
        `/rounds/${game}/:id`,
        {
          schema: {
            tags: ['Rounds'],
            summary: 'A result that is out, with its proof',
            params: z.object({ id: z.string() }),
            response: { 200: roundAnswer(schema, proofSchema) },
          },
        },
        async (request, reply) =>
          (await rounds.find(game, request.params.id)) ?? sendProblem(reply, 'not_found'),
      );
    }
  };
