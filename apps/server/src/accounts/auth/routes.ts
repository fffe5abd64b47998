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
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { sendRefusal } from '../../http/refusals.ts';
import { identityOf, requirePlayer } from '../../http/request-identity.ts';
import { sessionCookieName } from './identity-hook.ts';
import type { AuthService, Caller } from './service.ts';

const tags = ['Auth'];
const cookieSeconds = 30 * 86_400;

export const authRoutes =
  (service: AuthService, siteUrl: () => string): FastifyPluginAsyncZod =>
  async (app) => {
    const setCookie = (reply: FastifyReply, token: string): void => {
      reply.setCookie(sessionCookieName(siteUrl()), token, {
        ...cookieOptions(siteUrl()),
        maxAge: cookieSeconds,
      });
    };

    app.post(
      '/auth/register',
      { schema: { tags, summary: 'Open an account', body: registerBody, response: { 201: registerAnswer } } },
      async (request, reply) => {
        const result = await service.register(request.body, callerOf(request));
        if (!result.ok) return sendRefusal(reply, result);
        setCookie(reply, result.value.token);
        return reply.code(201).send(result.value);
      },
    );

    app.post(
      '/auth/login',
      { schema: { tags, summary: 'Sign in', body: loginBody, response: { 200: loginAnswer } } },
      async (request, reply) => {
        const { identifier, password } = request.body;
        const result = await service.login(identifier, password, callerOf(request));
        if (!result.ok) return sendRefusal(reply, result);
        setCookie(reply, result.value.token);
        return reply.send(result.value);
      },
    );

    app.post(
      '/auth/logout',
      { preValidation: requirePlayer, schema: { tags, summary: 'Sign out', response: { 204: z.null() } } },
      async (request, reply) => {
        await service.logout(identityOf(request));
        reply.clearCookie(sessionCookieName(siteUrl()), cookieOptions(siteUrl()));
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
        const { token, newPassword } = request.body;
        const result = await service.resetPassword(token, newPassword, callerOf(request));
        return result.ok ? reply.code(204).send(null) : sendRefusal(reply, result);
      },
    );

    app.post(
      '/auth/confirm-email',
      {
        schema: {
          tags,
          summary: 'Confirm the e-mail address with the token of the mail',
          body: confirmEmailBody,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        const result = await service.confirmEmail(request.body.token);
        return result.ok ? reply.code(204).send(null) : sendRefusal(reply, result);
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
      async (request, reply) => {
        const result = await service.createSocketToken(identityOf(request));
        return result.ok ? reply.send(result.value) : sendRefusal(reply, result);
      },
    );
  };

const cookieOptions = (siteUrl: string) => ({
  httpOnly: true,
  sameSite: 'lax' as const,
  path: '/',
  secure: siteUrl.startsWith('https:'),
});

const callerOf = (request: FastifyRequest): Caller => ({
  address: request.ip,
  userAgent: request.headers['user-agent'] ?? null,
});
