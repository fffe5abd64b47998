/** A player's seeds: looking at them, and changing them, which reveals the old server seed. */
import { clientSeedBody, rotateSeedsAnswer, seedPlaceSchema, seedsSchema } from '@fairground/contract/seeds';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { sendProblem } from '../../http/problem.ts';
import { sendRefusal } from '../../http/refusals.ts';
import { identityOf } from '../../http/request-identity.ts';
import { callsOf, readScope } from '../../http/route-options.ts';
import type { SeedsService } from './service.ts';

const { player } = callsOf('Fairness');

export const seedsRoutes =
  (service: SeedsService): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/fairness/seeds',
      player("The player's seed pair and next nonce", { 200: seedsSchema }, { config: readScope }),
      async (request) => service.findSeeds(identityOf(request).playerId),
    );

    app.get(
      '/fairness/seeds/:commitment',
      player(
        "Where one of the player's seeds stands in the public log",
        { 200: seedPlaceSchema },
        {
          params: z.object({ commitment: seedPlaceSchema.shape.commitment }),
          config: readScope,
        },
      ),
      async (request, reply) => {
        const { playerId } = identityOf(request);
        const found = await service.findPlace(playerId, request.params.commitment);
        if (!found) return sendProblem(reply, 'not_found');
        return found.ok ? found.value : sendRefusal(reply, found);
      },
    );

    app.post(
      '/fairness/seeds/client',
      player(
        'Choose the client seed of the pair in use, before its first game',
        { 200: seedsSchema },
        { body: clientSeedBody },
      ),
      async (request, reply) => {
        const chosen = await service.chooseClientSeed(identityOf(request).playerId, request.body.clientSeed);
        return chosen.ok ? chosen.value : sendRefusal(reply, chosen);
      },
    );

    app.post(
      '/fairness/seeds/rotate',
      player(
        'Reveal the seed in use and take the announced one with a new client seed',
        { 200: rotateSeedsAnswer },
        { body: clientSeedBody },
      ),
      async (request, reply) => {
        const rotated = await service.rotate(identityOf(request).playerId, request.body.clientSeed);
        return rotated.ok ? rotated.value : sendRefusal(reply, rotated);
      },
    );
  };
