/** The call that looks up an invitation. Visitors may use it. */
import { invitationAnswer, invitationParams } from '@fairground/contract/auth';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { sendResult } from '../../http/refusals.ts';
import type { Invitations } from './invitations.ts';

export const invitationRoutes =
  (invitations: Invitations): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/auth/invitation/:ref',
      {
        schema: {
          tags: ['Auth'],
          summary: 'Whose invitation a code is',
          params: invitationParams,
          response: { 200: invitationAnswer },
        },
      },
      async (request, reply) => sendResult(reply, await invitations.find(request.params.ref, request.ip)),
    );
  };
