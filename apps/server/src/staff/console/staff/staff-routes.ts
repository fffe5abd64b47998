/** Signing in to the console, and who is signed in. */
import {
  firstAccountAnswer,
  firstAccountBody,
  firstAccountLink,
  staffPasskeyProof,
  staffPasswordBody,
  staffSessionAnswer,
  staffSignInBody,
} from '@fairground/contract/console/staff';
import { idParams } from '@fairground/contract/console/players';
import { addPasskeyBody, passkeySchema, passkeysAnswer } from '@fairground/contract/passkeys';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { callerOf, clearStaffCookie, setStaffCookie } from '../../../http/caller.ts';
import { sendProblem } from '../../../http/problem.ts';
import { sendDone, sendRefusal, sendResult } from '../../../http/refusals.ts';
import { nothing } from '../../../http/route-options.ts';
import { noteSecurityEvent } from '../../../http/security-events.ts';
import { staffOf } from '../console-hook.ts';
import type { FirstAccount } from './first-account.ts';
import type { StaffPasskeys } from './passkeys.ts';
import type { StaffService } from './service.ts';

const options = z.looseObject({});

/** What is malformed is refused as what is wrong: nothing here is answered to strangers in another way. */
const refuseMalformed = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
  if (error.statusCode === undefined || error.statusCode >= 500) throw error;
  noteSecurityEvent(request, 'console');
  return sendProblem(reply, 'wrong_credentials');
};

export const staffRoutes =
  (
    service: StaffService,
    passkeys: StaffPasskeys,
    firstAccount: FirstAccount,
    siteUrl: () => string,
  ): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/first-account',
      {
        schema: { body: firstAccountLink, response: { 200: firstAccountAnswer } },
        errorHandler: refuseMalformed,
      },
      async (request, reply) => {
        noteSecurityEvent(request, 'console');
        return sendResult(reply, await firstAccount.begin(request.body.token, callerOf(request)));
      },
    );

    app.post(
      '/first-account/add',
      { schema: { body: firstAccountBody, response: nothing }, errorHandler: refuseMalformed },
      async (request, reply) => {
        noteSecurityEvent(request, 'console');
        return sendDone(reply, await firstAccount.add(request.body, callerOf(request)));
      },
    );

    app.post(
      '/sign-in',
      {
        schema: { body: staffSignInBody, response: { 200: staffSessionAnswer } },
        errorHandler: refuseMalformed,
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

    app.post(
      '/sign-in/passkey',
      { schema: { response: { 200: options } }, errorHandler: refuseMalformed },
      async (request, reply) => {
        noteSecurityEvent(request, 'console');
        const result = await passkeys.beginSignIn(callerOf(request));
        return result.ok ? reply.send({ ...result.value }) : sendRefusal(reply, result);
      },
    );

    app.get('/passkeys', { schema: { response: { 200: passkeysAnswer } } }, (request) =>
      passkeys.list(staffOf(request).staffId),
    );

    app.post(
      '/passkeys/options',
      { schema: { body: staffPasskeyProof, response: { 200: options } } },
      async (request, reply) => {
        noteSecurityEvent(request, 'console');
        const { staffId } = staffOf(request);
        const result = await passkeys.beginAdding(staffId, request.body, callerOf(request));
        return result.ok ? reply.send({ ...result.value }) : sendRefusal(reply, result);
      },
    );

    app.post(
      '/passkeys',
      { schema: { body: addPasskeyBody, response: { 201: passkeySchema } } },
      async (request, reply) => {
        noteSecurityEvent(request, 'console');
        return sendResult(reply, await passkeys.add(staffOf(request).staffId, request.body), 201);
      },
    );

    app.post(
      '/passkeys/:id/remove',
      { schema: { params: idParams, body: staffPasswordBody, response: nothing } },
      async (request, reply) => {
        noteSecurityEvent(request, 'console');
        const { params, body } = request;
        const { staffId } = staffOf(request);
        return sendDone(
          reply,
          await passkeys.remove(staffId, BigInt(params.id), body.password, callerOf(request)),
        );
      },
    );

    app.get('/session', { schema: { response: { 200: staffSessionAnswer } } }, (request) => {
      const { name, role } = staffOf(request);
      return { name, role };
    });

    app.post('/sign-out', { schema: { response: nothing } }, async (request, reply) => {
      await service.signOut(staffOf(request));
      clearStaffCookie(reply, siteUrl());
      return reply.code(204).send(null);
    });
  };
