/** The ads' calls: the player's two, and the one that an ad network makes. */
import { refuse } from '@fairground/contract/errors';
import {
  adCallbackBody,
  adCompleteAnswer,
  adCompleteBody,
  adStartAnswer,
  adStartBody,
} from '@fairground/contract/ads';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { coinCall, parseId } from '../../http/coin-request.ts';
import { sendResult, sendDone } from '../../http/refusals.ts';
import { identityOf } from '../../http/request-identity.ts';
import { callsOf, nothing } from '../../http/route-options.ts';
import type { AdsService } from './service.ts';

const { open, player } = callsOf('Ads');

export const adsRoutes =
  (service: AdsService): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/ads/start',
      player('Begin an ad', { 201: adStartAnswer }, { body: adStartBody }),
      async (request, reply) => sendResult(reply, await service.start(identityOf(request).playerId), 201),
    );

    app.post(
      '/ads/complete',
      player(
        'Claim the coins of an ad that was watched',
        { 200: adCompleteAnswer },
        { body: adCompleteBody, config: { takesKey: true } },
      ),
      coinCall(async (operation, { body }) => {
        const viewId = parseId(body.id);
        if (viewId === undefined) return refuse('not_found');
        return service.complete({ ...operation, viewId });
      }),
    );

    app.post(
      '/ads/callback',
      open("An ad network's signed confirmation that a view was watched", nothing, { body: adCallbackBody }),
      async (request, reply) => {
        return sendDone(
          reply,
          await service.confirm({ ...request.body, view: parseId(request.body.viewId) }),
        );
      },
    );
  };
