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
import { identityOf, requirePlayer } from '../../http/request-identity.ts';
import { noteSecurityEvent } from '../../http/security-events.ts';
import { sessionSeconds } from './limits.ts';
import type { AuthService } from './service.ts';

const tags = ['Auth'];

export const authRoutes =
  (service: AuthService, siteUrl: () => string): FastifyPluginAsyncZod =>
  async (app) => {
    const setCookie = (reply: FastifyReply, token: string): void => {
      setSessionCookie(reply, siteUrl(), { token, maxAge: sessionSeconds });
    };

    app.post(
      '/auth/register',
      { schema: { tags, summary: 'Open an account', body: registerBody, response: { 201: registerAnswer } } },
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
      { schema: { tags, summary: 'Sign in', body: loginBody, response: { 200: loginAnswer } } },
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

    app.post(
      '/auth/logout',
      { preValidation: requirePlayer, schema: { tags, summary: 'Sign out', response: { 204: z.null() } } },
      async (request, reply) => {
        noteSecurityEvent(request, 'sign_out');
        await service.logout(identityOf(request));
        clearSessionCookie(reply, siteUrl());
        return reply.code(204).send(null);
      },
    );

    app.post(
      '/auth/forgot-password',
      {
        schema: {
          tags,
          summary: 'Ask for a mail with a link to choose a new password',
          body: forgotPasswordBody,
          response: { 202: z.object({}) },
        },
      },
      async (request, reply) => {
        noteSecurityEvent(request, 'password_reset_request');
        const result = await service.forgotPassword(request.body.email, callerOf(request));
        return result.ok ? reply.code(202).send({}) : sendRefusal(reply, result);
      },
    );

    app.post(
      '/auth/reset-password',
      {
        schema: {
          tags,
          summary: 'Choose a new password with the token of that mail',
          body: resetPasswordBody,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        noteSecurityEvent(request, 'password_change');
        const { token, newPassword } = request.body;
        return sendDone(reply, await service.resetPassword(token, newPassword, callerOf(request)));
      },
    );

    app.post(
      '/auth/confirm-email',
      {
        schema: {
          tags,
          summary: 'Confirm the email address with the token of the mail',
          body: confirmEmailBody,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        noteSecurityEvent(request, 'email_confirm');
        return sendDone(reply, await service.confirmEmail(request.body.token));
      },
    );

    app.get(
      '/auth/socketToken',
      {
        preValidation: requirePlayer,
        schema: {
          tags,
          summary: 'A token for socket messages, good for 15 minutes',
          response: { 200: socketTokenAnswer },
        },
      },
      async (request, reply) => sendResult(reply, await service.createSocketToken(identityOf(request))),
    );
  };
