/** The calls under /user that concern the player's own account. */
import {
  endSessionsQuery,
  pinAnswer,
  pinBody,
  profileSchema,
  sessionSchema,
  userSchema,
} from '@fairground/contract/user';
import { accept } from '@fairground/contract/errors';
import { userUpdateBody } from '@fairground/contract/owner-calls';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { callerOf, clearSessionCookie } from '../../http/caller.ts';
import { sendProblem } from '../../http/problem.ts';
import { sendDone, sendResult } from '../../http/refusals.ts';
import { identityOf } from '../../http/request-identity.ts';
import { callsOf, nothing, readScope } from '../../http/route-options.ts';
import { noteProof, noteSecurityEvent } from '../../http/security-events.ts';
import type { PlayersService } from './service.ts';

const { player } = callsOf('Player');

export const playersRoutes =
  (service: PlayersService, siteUrl: () => string): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/user/me',
      player('The signed-in player', { 200: userSchema }, { config: readScope }),
      async (request, reply) =>
        (await service.findMe(identityOf(request).playerId)) ?? sendProblem(reply, 'not_signed_in'),
    );

    app.post(
      '/user/update',
      player('Change avatar, username or password', { 200: userSchema }, { body: userUpdateBody }),
      async (request, reply) => {
        const { newPassword, currentPassword: password, passkey } = request.body;
        if (newPassword !== undefined) noteSecurityEvent(request, 'password_change');
        noteProof(request, { password, passkey });
        return sendResult(reply, await service.update(identityOf(request), request.body, callerOf(request)));
      },
    );

    app.get(
      '/user/profile/:username',
      player(
        'What others see of a player',
        { 200: profileSchema },
        { params: z.object({ username: z.string() }), config: readScope },
      ),
      async (request, reply) =>
        (await service.findProfile(request.params.username, identityOf(request).playerId)) ??
        sendProblem(reply, 'not_found'),
    );

    app.post(
      '/user/pin',
      player('Show a finished round on the profile, or none', { 200: pinAnswer }, { body: pinBody }),
      async (request, reply) => {
        const pinned = await service.pin(identityOf(request).playerId, request.body.round);
        return sendResult(reply, pinned.ok ? accept({ pinned: pinned.value }) : pinned);
      },
    );

    app.get(
      '/user/sessions',
      player('Where the player is signed in', { 200: z.array(sessionSchema) }),
      async (request) => service.listSessions(identityOf(request)),
    );

    app.delete(
      '/user/sessions',
      player('Sign out everywhere, or everywhere else', nothing, { querystring: endSessionsQuery }),
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
      player('End one of the own sessions', nothing, { params: z.object({ id: z.string() }) }),
      async (request, reply) => {
        const { id } = request.params;
        if (!/^\d{1,18}$/.test(id)) return sendProblem(reply, 'not_found');
        noteSecurityEvent(request, 'sign_out');
        return sendDone(reply, await service.endSession(identityOf(request).playerId, BigInt(id)));
      },
    );
  };
