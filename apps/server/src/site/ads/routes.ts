/** The ads' calls: the player's two, and the one that an ad network makes. */
import {
  adCallbackBody,
  adCompleteAnswer,
  adCompleteBody,
  adStartAnswer,
  adStartBody,
} from '@fairground/contract/ads';
import type { FastifyReply } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { parseId, readCoinRequest, sendBadKey, sendCommitted } from '../../http/coin-request.ts';
import { sendProblem } from '../../http/problem.ts';
import { sendDetailedRefusal } from '../../http/refusals.ts';
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
      async (request, reply) => {
        const result = await service.start(identityOf(request).playerId);
        if (result.ok) return reply.code(201).send(result.started);
        return result.code === 'limit_reached' ? noneLeft(reply) : sendProblem(reply, result.code);
      },
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
        if (!operation) return sendBadKey(reply);
        const viewId = parseId(request.body.id);
        if (viewId === undefined) return sendProblem(reply, 'not_found');
        const completed = await service.complete({ ...operation, viewId });
        const refusedByLimit = completed.kind === 'refused' && completed.code === 'limit_reached';
        return refusedByLimit ? noneLeft(reply) : sendCommitted(reply, completed);
      },
    );

    app.post(
      '/ads/callback',
      {
        schema: {
          tags,
          summary: "An ad network's signed word that a view was watched",
          body: adCallbackBody,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        const result = await service.confirm({ ...request.body, view: parseId(request.body.viewId) });
        return result.ok ? reply.code(204).send(null) : sendDetailedRefusal(reply, result);
      },
    );
  };

/** The code is shared with the limit that players set themselves, and its sentence speaks of that one. */
const noneLeft = (reply: FastifyReply) =>
  sendProblem(reply, 'limit_reached', 'You have seen all ads for today. There are more tomorrow.');
