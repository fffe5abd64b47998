/** The contact form's call, open to visitors. */
import { contactAnswer, contactBody } from '@fairground/contract/contact';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { sendResult } from '../../http/refusals.ts';
import type { ContactService } from './service.ts';

export const contactRoutes =
  (service: ContactService): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/contactus/create',
      {
        schema: {
          tags: ['Contact'],
          summary: 'Write to the operator',
          body: contactBody,
          response: { 201: contactAnswer },
        },
      },
      async (request, reply) => sendResult(reply, await service.create(request.body, request.ip), 201),
    );
  };
