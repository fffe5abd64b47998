/** The call of a mail provider. */
import { bounceBody } from '@fairground/contract/mail';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { sendRefusal } from '../../http/refusals.ts';
import type { BouncesService } from './service.ts';

/** A report has some hundred characters. */
const bodyLimit = 4_096;

export const bouncesRoutes =
  (service: BouncesService): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/mail/bounces',
      {
        // The secret is no session.
        config: { isAnonymous: true },
        bodyLimit,
        schema: {
          tags: ['Mail'],
          summary: "A mail provider's report of a mail that came back, with the secret as a bearer token",
          body: bounceBody,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        const secret = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
        const result = await service.report({ secret, from: request.ip, bounce: request.body });
        return result.ok ? reply.code(204).send(null) : sendRefusal(reply, result);
      },
    );
  };
