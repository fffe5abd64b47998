/** The calls of the punch card. */
import { cardClaimAnswer, cardClaimBody, cardSchema } from '@fairground/contract/card';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { readCoinRequest, sendCommitted } from '../../http/coin-request.ts';
import { sendRefusal, sendResult } from '../../http/refusals.ts';
import { identityOf, requirePlayer } from '../../http/request-identity.ts';
import type { CardService } from './service.ts';

const tags = ['Player'];

export const cardRoutes =
  (service: CardService): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('preValidation', requirePlayer);

    app.get(
      '/user/card',
      {
        config: { tokenScope: 'read' },
        schema: { tags, summary: "The player's punch card", response: { 200: cardSchema } },
      },
      async (request, reply) => sendResult(reply, await service.find(identityOf(request).playerId)),
    );

    app.post(
      '/user/card/claim',
      {
        schema: {
          tags,
          summary: 'Claim the coins of a full card',
          body: cardClaimBody,
          response: { 200: cardClaimAnswer },
        },
      },
      async (request, reply) => {
        const operation = readCoinRequest(request);
        if (!operation.ok) return sendRefusal(reply, operation);
        return sendCommitted(reply, await service.claim(operation.value));
      },
    );
  };
