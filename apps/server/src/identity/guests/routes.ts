/** Playing as a guest, and keeping the account. */
import { guestBody, keepAnswer, keepBody, registerAnswer } from '@fairground/contract/auth';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { callerOf, setSessionCookie } from '../../http/caller.ts';
import { sendRefusal } from '../../http/refusals.ts';
import { identityOf } from '../../http/request-identity.ts';
import { callsOf } from '../../http/route-options.ts';
import { noteSecurityEvent } from '../../http/security-events.ts';
import { guestSessionSeconds, type GuestsService } from './service.ts';

const { open } = callsOf('Auth');
const { player } = callsOf('Player');

export const guestsRoutes =
  (service: GuestsService, siteUrl: () => string): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/auth/guest',
      open(
        'Play as a guest: an account with a generated name, without email address and password',
        { 201: registerAnswer },
        { body: guestBody },
      ),
      async (request, reply) => {
        noteSecurityEvent(request, 'guest');
        const result = await service.create(request.body, callerOf(request));
        if (!result.ok) return sendRefusal(reply, result);
        noteSecurityEvent(request, 'guest', result.value.user.id);
        const { token } = result.value;
        setSessionCookie(reply, siteUrl(), { token, maxAge: guestSessionSeconds });
        return reply.code(201).send(result.value);
      },
    );

    app.post(
      '/user/keep',
      player(
        "Give a guest's account a name, an email address and a password",
        { 200: keepAnswer },
        { body: keepBody },
      ),
      async (request, reply) => {
        noteSecurityEvent(request, 'keep');
        const result = await service.upgrade(identityOf(request).playerId, request.body, callerOf(request));
        return result.ok ? reply.send({ user: result.value }) : sendRefusal(reply, result);
      },
    );
  };
