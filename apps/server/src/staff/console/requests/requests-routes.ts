/** What waits for a second member of the staff. */
import { idParams, requestsAnswer } from '@fairground/contract/console/players';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { sendRefusal } from '../../../http/refusals.ts';
import { staffOf } from '../console-hook.ts';
import type { RequestsService } from './service.ts';

const decisions = { approve: 'approved', refuse: 'refused', withdraw: 'withdrawn' } as const;

export const requestsRoutes =
  (service: RequestsService): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/requests',
      { schema: { summary: 'What was requested', response: { 200: requestsAnswer } } },
      (request) => service.list(staffOf(request)),
    );
    for (const [verb, decision] of Object.entries(decisions)) {
      app.post(
        `/requests/:id/${verb}`,
        { schema: { summary: `${verb} a request`, params: idParams, response: { 204: z.null() } } },
        async (request, reply) => {
          const result = await service.decide(staffOf(request), BigInt(request.params.id), decision);
          return result.ok ? reply.code(204).send(null) : sendRefusal(reply, result);
        },
      );
    }
  };
