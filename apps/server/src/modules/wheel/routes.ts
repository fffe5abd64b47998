/** The wheel's calls; the spin itself is a live message. */
import { wheelAnswer, wheelProofSchema } from '@fairground/game-wheel/contract';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { parseId } from '../../platform/coin-request.ts';
import { sendProblem } from '../../platform/problem.ts';
import { identityOf, requirePlayer } from '../../platform/request-identity.ts';
import type { WheelService } from './service.ts';

export const wheelRoutes =
  (service: WheelService): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/wheel',
      {
        preValidation: requirePlayer,
        schema: { tags: ['Wheel'], summary: 'The daily wheel today', response: { 200: wheelAnswer } },
      },
      async (request) => service.findWheel(identityOf(request).playerId),
    );

    app.get(
      '/fairness/wheel/:spinId',
      {
        schema: {
          tags: ['Fairness'],
          summary: 'What is needed to check a spin',
          params: z.object({ spinId: z.string() }),
          response: { 200: wheelProofSchema },
        },
      },
      async (request, reply) => {
        const spinId = parseId(request.params.spinId);
        const proof = spinId === undefined ? undefined : await service.findProof(spinId);
        return proof ?? sendProblem(reply, 'not_found');
      },
    );
  };
