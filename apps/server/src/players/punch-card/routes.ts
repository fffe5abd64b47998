/** The calls of the punch card. */
import { cardClaimAnswer, cardClaimBody, cardSchema } from '@fairground/contract/card';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { coinCall } from '../../http/coin-request.ts';
import { sendResult } from '../../http/refusals.ts';
import { identityOf } from '../../http/request-identity.ts';
import { callsOf, readScope } from '../../http/route-options.ts';
import type { CardService } from './service.ts';

const { player } = callsOf('Player');

export const cardRoutes =
  (service: CardService): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/user/card',
      player("The player's punch card", { 200: cardSchema }, { config: readScope }),
      async (request, reply) => sendResult(reply, await service.find(identityOf(request).playerId)),
    );

    app.post(
      '/user/card/claim',
      player(
        'Claim the coins of a full card',
        { 200: cardClaimAnswer },
        { body: cardClaimBody, config: { takesKey: true } },
      ),
      coinCall((operation) => service.claim(operation)),
    );
  };
