/** The contact form's call, open to visitors. */
import { contactAnswer, contactBody } from '@fairground/contract/contact';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { sendResult } from '../../http/refusals.ts';
import { callsOf } from '../../http/route-options.ts';
import type { ContactService } from './service.ts';

const { open } = callsOf('Contact');

export const contactRoutes =
  (service: ContactService): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/contactus/create',
      open('Write to the operator', { 201: contactAnswer }, { body: contactBody }),
      async (request, reply) => sendResult(reply, await service.create(request.body, request.ip), 201),
    );
  };
