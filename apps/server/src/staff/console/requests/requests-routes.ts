/** What waits for a second member of the staff. */
import { idParams, requestsAnswer } from '@fairground/contract/console/players';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { sendDone } from '../../../http/refusals.ts';
import { nothing } from '../../../http/route-options.ts';
import { staffOf } from '../console-hook.ts';
import type { RequestsService } from './service.ts';

const decisions = { approve: 'approved', refuse: 'refused', withdraw: 'withdrawn' } as const;

export const requestsRoutes =
  (service: RequestsService): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/requests', { schema: { response: { 200: requestsAnswer } } }, (request) =>
      service.list(staffOf(request)),
    );
    for (const [verb, decision] of Object.entries(decisions)) {
      app.post(
        `/requests/:id/${verb}`,
        { schema: { params: idParams, response: nothing } },
        async (request, reply) =>
          sendDone(reply, await service.decide(staffOf(request), BigInt(request.params.id), decision)),
      );
    }
  };
