/** The calls under /user that concern the player's own account. */
import { endSessionsQuery, profileSchema, sessionSchema, userSchema } from '@fairground/contract/user';
import { userUpdateBody } from '@fairground/contract/owner-calls';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { callerOf, clearSessionCookie } from '../../http/caller.ts';
import { sendProblem } from '../../http/problem.ts';
import { sendDone, sendRefusal } from '../../http/refusals.ts';
import { identityOf, requirePlayer } from '../../http/request-identity.ts';
import { noteProof, noteSecurityEvent } from '../../http/security-events.ts';
import type { PlayersService } from './service.ts';

const tags = ['Player'];

export const playersRoutes =
  (service: PlayersService, siteUrl: () => string): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('preValidation', requirePlayer);

    app.get(
      '/user/me',
      {
        config: { tokenScope: 'read' },
        schema: { tags, summary: 'The signed-in player', response: { 200: userSchema } },
      },
      async (request, reply) =>
        (await service.findMe(identityOf(request).playerId)) ?? sendProblem(reply, 'not_signed_in'),
    );

    app.post(
      '/user/update',
      {
        schema: {
          tags,
          summary: 'Change avatar, username or password',
          body: userUpdateBody,
          response: { 200: userSchema },
        },
      },
      async (request, reply) => {
        const { newPassword, currentPassword: password, passkey } = request.body;
        if (newPassword !== undefined) noteSecurityEvent(request, 'password_change');
        noteProof(request, { password, passkey });
        const result = await service.update(identityOf(request), request.body, callerOf(request));
        return result.ok ? reply.send(result.value) : sendRefusal(reply, result);
      },
    );

    app.get(
      '/user/profile/:username',
      {
        config: { tokenScope: 'read' },
        schema: {
          tags,
          summary: 'What others see of a player',
          params: z.object({ username: z.string() }),
          response: { 200: profileSchema },
        },
      },
      async (request, reply) =>
        (await service.findProfile(request.params.username)) ?? sendProblem(reply, 'not_found'),
    );

    app.get(
      '/user/sessions',
      {
        schema: { tags, summary: 'Where the player is signed in', response: { 200: z.array(sessionSchema) } },
      },
      async (request) => service.listSessions(identityOf(request)),
    );

    app.delete(
      '/user/sessions',
      {
        schema: {
          tags,
          summary: 'Sign out everywhere, or everywhere else',
          querystring: endSessionsQuery,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        noteSecurityEvent(request, 'sign_out');
        const { playerId, sessionId } = identityOf(request);
        const retainsOwn = request.query.except === 'current';
        await service.endSessions(playerId, retainsOwn ? sessionId : null);
        if (!retainsOwn) clearSessionCookie(reply, siteUrl());
        return reply.code(204).send(null);
      },
    );

    app.delete(
      '/user/sessions/:id',
      {
        schema: {
          tags,
          summary: 'End one of the own sessions',
          params: z.object({ id: z.string() }),
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        const { id } = request.params;
        if (!/^\d{1,18}$/.test(id)) return sendProblem(reply, 'not_found');
        noteSecurityEvent(request, 'sign_out');
        return sendDone(reply, await service.endSession(identityOf(request).playerId, BigInt(id)));
      },
    );
  };
