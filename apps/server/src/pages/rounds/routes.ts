/** Rounds that are over, open to anybody. */
import { ownStakes, roundAnswer } from '@fairground/contract/rounds';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { sendProblem } from '../../http/problem.ts';
import { identityOf } from '../../http/request-identity.ts';
import { callsOf, readScope } from '../../http/route-options.ts';
import type { RoundsService } from './service.ts';

const { open, player } = callsOf('Rounds');
const params = z.object({ id: z.string() });

export const roundsRoutes =
  (rounds: RoundsService): FastifyPluginAsyncZod =>
  async (app) => {
    for (const { game, schema, proofSchema, ownStakes: readOwnStakes } of rounds.games) {
      app.get(
        `/rounds/${game}/:id`,
        open(
          'A result that is out, with its proof',
          { 200: roundAnswer(schema, proofSchema) },
          { params, config: readScope },
        ),
        async (request, reply) =>
          (await rounds.find(game, request.params.id)) ?? sendProblem(reply, 'not_found'),
      );

      app.get(
        `/rounds/${game}/:id/receipt`,
        player("The player's own stakes in it", { 200: ownStakes }, { params, config: readScope }),
        async (request) => readOwnStakes(request.params.id, identityOf(request).playerId),
      );
    }
  };
