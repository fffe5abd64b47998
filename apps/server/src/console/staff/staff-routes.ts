/** Signing in to the console, and who is signed in. */
import { staffSessionAnswer, staffSignInBody } from '@fairground/contract/console/staff';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { callerOf, clearStaffCookie, setStaffCookie } from '../../http/caller.ts';
import { sendProblem } from '../../http/problem.ts';
import { sendRefusal } from '../../http/refusals.ts';
import { noteSecurityEvent } from '../../http/security-events.ts';
import { staffOf } from '../console-hook.ts';
import type { StaffService } from './service.ts';

export const staffRoutes =
  (service: StaffService, siteUrl: () => string): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/sign-in',
      {
        schema: { summary: 'Sign in', body: staffSignInBody, response: { 200: staffSessionAnswer } },
        // What is malformed is refused as what is wrong: nothing here is answered to strangers in another way.
        errorHandler: (error, request, reply) => {
          if (error.statusCode === undefined || error.statusCode >= 500) throw error;
          noteSecurityEvent(request, 'console');
          return sendProblem(reply, 'wrong_credentials');
        },
      },
      async (request, reply) => {
        noteSecurityEvent(request, 'console');
        const result = await service.signIn(request.body, callerOf(request));
        if (!result.ok) return sendRefusal(reply, result);
        const { token, ...session } = result.value;
        setStaffCookie(reply, siteUrl(), token);
        return reply.send(session);
      },
    );

    app.get(
      '/session',
      { schema: { summary: 'Who is signed in', response: { 200: staffSessionAnswer } } },
      (request) => {
        const { name, role } = staffOf(request);
        return { name, role };
      },
    );

    app.post(
      '/sign-out',
      { schema: { summary: 'Sign out', response: { 204: z.null() } } },
      async (request, reply) => {
        await service.signOut(staffOf(request));
        clearStaffCookie(reply, siteUrl());
        return reply.code(204).send(null);
      },
    );
  };
