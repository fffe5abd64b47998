/** The newsletter's calls, open to visitors. */
import { newsletterBody, newsletterTokenBody } from '@fairground/contract/contact';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { sendRefusal } from '../../http/refusals.ts';
import type { NewsletterService } from './service.ts';

const tags = ['Newsletter'];

export const newsletterRoutes =
  (service: NewsletterService): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/newsletter',
      { schema: { tags, summary: 'Subscribe', body: newsletterBody, response: { 202: z.object({}) } } },
      async (request, reply) => {
        const result = await service.subscribe(request.body.email, request.ip);
        return result.ok ? reply.code(202).send({}) : sendRefusal(reply, result);
      },
    );

    for (const action of ['confirm', 'unsubscribe'] as const) {
      app.post(
        `/newsletter/${action}`,
        {
          schema: {
            tags,
            summary: action === 'confirm' ? 'Confirm with the token of the mail' : 'End the subscription',
            body: newsletterTokenBody,
            response: { 204: z.null() },
          },
        },
        async (request, reply) => {
          const result = await service[action](request.body.token);
          return result.ok ? reply.code(204).send(null) : sendRefusal(reply, result);
        },
      );
    }
  };
