/** The call that looks up an invitation. Visitors may use it. */
import { invitationAnswer, invitationParams } from '@fairground/contract/auth';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { sendResult } from '../../http/refusals.ts';
import { callsOf } from '../../http/route-options.ts';
import type { Invitations } from './invitations.ts';

const { open } = callsOf('Auth');

export const invitationRoutes =
  (invitations: Invitations): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/auth/invitation/:ref',
      open('Whose invitation a code is', { 200: invitationAnswer }, { params: invitationParams }),
      async (request, reply) => sendResult(reply, await invitations.find(request.params.ref, request.ip)),
    );
  };
