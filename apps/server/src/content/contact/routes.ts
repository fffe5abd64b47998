/** The contact form's call, open to visitors. */
import { contactAnswer, contactBody } from '@fairground/contract/contact';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { sendRefusal } from '../../http/refusals.ts';
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
      async (request, reply) => {
        const result = await service.create(request.body, request.ip);
        return result.ok ? reply.code(201).send(result.value) : sendRefusal(reply, result);
      },
    );
  };
