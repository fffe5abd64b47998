/** The calls about a change of the email address. */
import {
  emailChangeAnswer,
  emailChangeBody,
  newEmailAnswer,
  newEmailTokenBody,
} from '@fairground/contract/email-change';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { callerOf } from '../../http/caller.ts';
import { sendDone, sendRefusal, sendResult } from '../../http/refusals.ts';
import { identityOf } from '../../http/request-identity.ts';
import { callsOf, nothing } from '../../http/route-options.ts';
import { noteProof, noteSecurityEvent } from '../../http/security-events.ts';
import type { EmailChangeService } from './service.ts';

const { player } = callsOf('Player');
const { open } = callsOf('Auth');

export const emailChangeRoutes =
  (service: EmailChangeService): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/user/email',
      player('The change of the email address that waits for its confirmations', {
        200: emailChangeAnswer,
      }),
      (request) => service.find(identityOf(request).playerId),
    );

    app.post(
      '/user/email',
      player(
        'Begin to change the email address; both addresses have to confirm it',
        { 202: emailChangeAnswer },
        { body: emailChangeBody },
      ),
      async (request, reply) => {
        noteSecurityEvent(request, 'email_change_begin');
        noteProof(request, request.body);
        return sendResult(
          reply,
          await service.begin(identityOf(request), request.body, callerOf(request)),
          202,
        );
      },
    );

    app.delete(
      '/user/email',
      player('Cancel the change of the email address', nothing),
      async (request, reply) => {
        noteSecurityEvent(request, 'email_change_cancel');
        return sendDone(reply, await service.cancel(identityOf(request).playerId));
      },
    );

    app.post(
      '/auth/confirm-new-email',
      open(
        'Confirm a change of the email address with the token of either mail',
        { 200: newEmailAnswer },
        { body: newEmailTokenBody },
      ),
      async (request, reply) => {
        noteSecurityEvent(request, 'email_change');
        const result = await service.confirm(request.body.token, callerOf(request));
        if (!result.ok) return sendRefusal(reply, result);
        noteSecurityEvent(request, 'email_change', String(result.value.playerId));
        return reply.send({ changed: result.value.changed });
      },
    );

    app.post(
      '/auth/cancel-new-email',
      open('Cancel a change of the email address with the token of either mail', nothing, {
        body: newEmailTokenBody,
      }),
      async (request, reply) => {
        noteSecurityEvent(request, 'email_change_cancel');
        const result = await service.cancelByToken(request.body.token);
        if (!result.ok) return sendRefusal(reply, result);
        noteSecurityEvent(request, 'email_change_cancel', String(result.value.playerId));
        return reply.code(204).send(null);
      },
    );
  };
