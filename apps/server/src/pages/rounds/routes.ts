/** Rounds that are over, open to anybody. */
import { roundAnswer, roundReceipt } from '@fairground/contract/rounds';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { sendProblem } from '../../http/problem.ts';
import { identityOf, requirePlayer } from '../../http/request-identity.ts';
import type { RoundsService } from './service.ts';

export const roundsRoutes =
  (rounds: RoundsService): FastifyPluginAsyncZod =>
  async (app) => {
    for (const { game, schema, proofSchema, receipt } of rounds.games) {
      app.get(
        `/rounds/${game}/:id`,
        {
          config: { tokenScope: 'read' },
          schema: {
            tags: ['Rounds'],
            summary: 'A result that is out, with its proof',
            description:
              'The place in the log may be missing for up to 5 seconds where the site has standby databases.',
            params: z.object({ id: z.string() }),
            response: { 200: roundAnswer(schema, proofSchema) },
          },
        },
        async (request, reply) =>
          (await rounds.find(game, request.params.id)) ?? sendProblem(reply, 'not_found'),
      );

      app.get(
        `/rounds/${game}/:id/receipt`,
        {
          preValidation: requirePlayer,
          config: { tokenScope: 'read' },
          schema: {
            tags: ['Rounds'],
            summary: "The player's own stakes in it",
            params: z.object({ id: z.string() }),
            response: { 200: roundReceipt },
          },
        },
        async (request) => receipt(request.params.id, identityOf(request).playerId),
      );
    }
  };
