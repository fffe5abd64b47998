/** The calls under /auth. */
import {
  confirmEmailBody,
  forgotPasswordBody,
  loginAnswer,
  loginBody,
  registerAnswer,
  registerBody,
  resetPasswordBody,
  socketTokenAnswer,
} from '@fairground/contract/auth';
import type { FastifyReply } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { callerOf, clearSessionCookie, setSessionCookie } from '../../http/caller.ts';
import { sendDone, sendRefusal, sendResult } from '../../http/refusals.ts';
import { identityOf } from '../../http/request-identity.ts';
import { callsOf, nothing } from '../../http/route-options.ts';
import { noteSecurityEvent } from '../../http/security-events.ts';
import { sessionSeconds } from './limits.ts';
import type { AuthService } from './service.ts';

const { open, player } = callsOf('Auth');

export const authRoutes =
  (service: AuthService, siteUrl: () => string): FastifyPluginAsyncZod =>
  async (app) => {
    const setCookie = (reply: FastifyReply, token: string): void => {
      setSessionCookie(reply, siteUrl(), { token, maxAge: sessionSeconds });
    };

    app.post(
      '/auth/register',
      open('Open an account', { 201: registerAnswer }, { body: registerBody }),
      async (request, reply) => {
        noteSecurityEvent(request, 'register');
        const result = await service.register(request.body, callerOf(request));
        if (!result.ok) return sendRefusal(reply, result);
        noteSecurityEvent(request, 'register', result.value.user.id);
        setCookie(reply, result.value.token);
        return reply.code(201).send(result.value);
      },
    );

    app.post(
      '/auth/login',
      open('Sign in', { 200: loginAnswer }, { body: loginBody }),
      async (request, reply) => {
        const { identifier, password } = request.body;
        noteSecurityEvent(request, 'sign_in');
        const result = await service.login(identifier, password, callerOf(request));
        if (!result.ok) return sendRefusal(reply, result);
        noteSecurityEvent(request, 'sign_in', result.value.user.id);
        setCookie(reply, result.value.token);
        return reply.send(result.value);
      },
    );

    app.post('/auth/logout', player('Sign out', nothing), async (request, reply) => {
      noteSecurityEvent(request, 'sign_out');
      await service.logout(identityOf(request));
      clearSessionCookie(reply, siteUrl());
      return reply.code(204).send(null);
    });

    app.post(
      '/auth/forgot-password',
      open(
        'Ask for a mail with a link to choose a new password',
        { 202: z.object({}) },
        { body: forgotPasswordBody },
      ),
      async (request, reply) => {
        noteSecurityEvent(request, 'password_reset_request');
        const result = await service.forgotPassword(request.body.email, callerOf(request));
        return result.ok ? reply.code(202).send({}) : sendRefusal(reply, result);
      },
    );

    app.post(
      '/auth/reset-password',
      open('Choose a new password with the token of that mail', nothing, { body: resetPasswordBody }),
      async (request, reply) => {
        noteSecurityEvent(request, 'password_change');
        const { token, newPassword } = request.body;
        return sendDone(reply, await service.resetPassword(token, newPassword, callerOf(request)));
      },
    );

    app.post(
      '/auth/confirm-email',
      open('Confirm the email address with the token of the mail', nothing, { body: confirmEmailBody }),
      async (request, reply) => {
        noteSecurityEvent(request, 'email_confirm');
        return sendDone(reply, await service.confirmEmail(request.body.token));
      },
    );

    app.get(
      '/auth/socketToken',
      player('A token for socket messages, good for 15 minutes', { 200: socketTokenAnswer }),
      async (request, reply) => sendResult(reply, await service.createSocketToken(identityOf(request))),
    );
  };
