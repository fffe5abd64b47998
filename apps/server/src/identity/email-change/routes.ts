/** The calls about a change of the email address. */
import {
  emailChangeAnswer,
  emailChangeBody,
  newEmailAnswer,
  newEmailTokenBody,
} from '@fairground/contract/email-change';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { callerOf } from '../../http/caller.ts';
import { sendDone, sendRefusal } from '../../http/refusals.ts';
import { identityOf, requirePlayer } from '../../http/request-identity.ts';
import { noteProof, noteSecurityEvent } from '../../http/security-events.ts';
import type { EmailChangeService } from './service.ts';

const tags = ['Player'];

export const emailChangeRoutes =
  (service: EmailChangeService): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/user/email',
      {
        preValidation: requirePlayer,
        schema: {
          tags,
          summary: 'The change of the email address that waits for its confirmations',
          response: { 200: emailChangeAnswer },
        },
      },
      (request) => service.find(identityOf(request).playerId),
    );

    app.post(
      '/user/email',
      {
        preValidation: requirePlayer,
        schema: {
          tags,
          summary: 'Begin to change the email address; both addresses have to confirm it',
          body: emailChangeBody,
          response: { 202: emailChangeAnswer },
        },
      },
      async (request, reply) => {
        noteSecurityEvent(request, 'email_change_begin');
        noteProof(request, request.body);
        const result = await service.begin(identityOf(request), request.body, callerOf(request));
        return result.ok ? reply.code(202).send(result.value) : sendRefusal(reply, result);
      },
    );

    app.delete(
      '/user/email',
      {
        preValidation: requirePlayer,
        schema: { tags, summary: 'Cancel the change of the email address', response: { 204: z.null() } },
      },
      async (request, reply) => {
        noteSecurityEvent(request, 'email_change_cancel');
        return sendDone(reply, await service.cancel(identityOf(request).playerId));
      },
    );

    app.post(
      '/auth/confirm-new-email',
      {
        schema: {
          tags: ['Auth'],
          summary: 'Confirm a change of the email address with the token of either mail',
          body: newEmailTokenBody,
          response: { 200: newEmailAnswer },
        },
      },
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
      {
        schema: {
          tags: ['Auth'],
          summary: 'Cancel a change of the email address with the token of either mail',
          body: newEmailTokenBody,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        noteSecurityEvent(request, 'email_change_cancel');
        const result = await service.cancelByToken(request.body.token);
        if (!result.ok) return sendRefusal(reply, result);
        noteSecurityEvent(request, 'email_change_cancel', String(result.value.playerId));
        return reply.code(204).send(null);
      },
    );
  };
