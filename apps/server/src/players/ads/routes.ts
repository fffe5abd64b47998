/** The ads' calls: the player's two, and the one that an ad network makes. */
import {
  adCallbackBody,
  adCompleteAnswer,
  adCompleteBody,
  adStartAnswer,
  adStartBody,
} from '@fairground/contract/ads';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { parseId, readCoinRequest, sendCommitted } from '../../http/coin-request.ts';
import { sendProblem } from '../../http/problem.ts';
import { sendRefusal, sendResult } from '../../http/refusals.ts';
import { identityOf, requirePlayer } from '../../http/request-identity.ts';
import type { AdsService } from './service.ts';

const tags = ['Ads'];

export const adsRoutes =
  (service: AdsService): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/ads/start',
      {
        preValidation: requirePlayer,
        schema: { tags, summary: 'Begin an ad', body: adStartBody, response: { 201: adStartAnswer } },
      },
      async (request, reply) => sendResult(reply, await service.start(identityOf(request).playerId), 201),
    );

    app.post(
      '/ads/complete',
      {
        preValidation: requirePlayer,
        schema: {
          tags,
          summary: 'Claim the coins of an ad that was watched',
          body: adCompleteBody,
          response: { 200: adCompleteAnswer },
        },
      },
      async (request, reply) => {
        const operation = readCoinRequest(request);
        if (!operation.ok) return sendRefusal(reply, operation);
        const viewId = parseId(request.body.id);
        if (viewId === undefined) return sendProblem(reply, 'not_found');
        return sendCommitted(reply, await service.complete({ ...operation.value, viewId }));
      },
    );

    app.post(
      '/ads/callback',
      {
        schema: {
          tags,
          summary: "An ad network's signed confirmation that a view was watched",
          body: adCallbackBody,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        const result = await service.confirm({ ...request.body, view: parseId(request.body.viewId) });
        return result.ok ? reply.code(204).send(null) : sendRefusal(reply, result);
      },
    );
  };
