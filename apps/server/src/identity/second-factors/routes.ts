/** The calls about second factors, and the second step of a sign-in. */
import { loginAnswer } from '@fairground/contract/auth';
import {
  authenticatorSetup,
  beginAuthenticatorBody,
  codeProofBody,
  confirmAuthenticatorBody,
  recoveryCodesAnswer,
  secondFactorsAnswer,
  secondStepBody,
} from '@fairground/contract/second-factors';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { callerOf, setSessionCookie } from '../../http/caller.ts';
import { sendRefusal } from '../../http/refusals.ts';
import { identityOf, requirePlayer } from '../../http/request-identity.ts';
import { noteProof, noteSecurityEvent } from '../../http/security-events.ts';
import { sessionSeconds } from '../sign-in/service.ts';
import type { SecondFactorsService } from './service.ts';

const tags = ['Second factors'];
const path = '/user/second-factors';

export const secondFactorsRoutes =
  (service: SecondFactorsService, siteUrl: () => string): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      path,
      {
        preValidation: requirePlayer,
        schema: { tags, summary: 'Which second factors are set up', response: { 200: secondFactorsAnswer } },
      },
      (request) => service.list(identityOf(request).playerId),
    );

    app.post(
      `${path}/authenticator`,
      {
        preValidation: requirePlayer,
        schema: {
          tags,
          summary: 'Begin to set up an authenticator app',
          body: beginAuthenticatorBody,
          response: { 200: authenticatorSetup },
        },
      },
      async (request, reply) => {
        noteSecurityEvent(request, 'second_factor_begin');
        noteProof(request, request.body);
        const { playerId } = identityOf(request);
        const result = await service.beginAuthenticator(playerId, request.body, callerOf(request));
        return result.ok ? reply.send(result.value) : sendRefusal(reply, result);
      },
    );

    app.post(
      `${path}/authenticator/confirm`,
      {
        preValidation: requirePlayer,
        schema: {
          tags,
          summary: 'Finish it with a first code; the answer has the recovery codes',
          body: confirmAuthenticatorBody,
          response: { 200: recoveryCodesAnswer },
        },
      },
      async (request, reply) => {
        noteSecurityEvent(request, 'second_factor_add');
        const { playerId } = identityOf(request);
        const result = await service.confirmAuthenticator(playerId, request.body.code, callerOf(request));
        return result.ok ? reply.send({ recoveryCodes: result.value }) : sendRefusal(reply, result);
      },
    );

    app.delete(
      `${path}/authenticator`,
      {
        preValidation: requirePlayer,
        schema: {
          tags,
          summary: 'Remove the authenticator app and the recovery codes',
          body: codeProofBody,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        noteSecurityEvent(request, 'second_factor_remove');
        noteProof(request, request.body);
        const { playerId } = identityOf(request);
        const result = await service.removeAuthenticator(playerId, request.body, callerOf(request));
        return result.ok ? reply.code(204).send(null) : sendRefusal(reply, result);
      },
    );

    app.post(
      `${path}/recovery-codes`,
      {
        preValidation: requirePlayer,
        schema: {
          tags,
          summary: 'New recovery codes in place of the old ones',
          body: codeProofBody,
          response: { 200: recoveryCodesAnswer },
        },
      },
      async (request, reply) => {
        noteSecurityEvent(request, 'recovery_codes');
        noteProof(request, request.body);
        const { playerId } = identityOf(request);
        const result = await service.replaceRecoveryCodes(playerId, request.body, callerOf(request));
        return result.ok ? reply.send({ recoveryCodes: result.value }) : sendRefusal(reply, result);
      },
    );

    app.post(
      '/auth/login/second-factor',
      {
        schema: {
          tags: ['Auth'],
          summary: 'The second step of a sign-in, with the token of the first',
          body: secondStepBody,
          response: { 200: loginAnswer },
        },
      },
      async (request, reply) => {
        noteSecurityEvent(request, 'second_factor');
        const { token, code } = request.body;
        const result = await service.completeSignIn(token, code, callerOf(request));
        if (!result.ok) return sendRefusal(reply, result);
        noteSecurityEvent(request, 'second_factor', result.value.user.id);
        setSessionCookie(reply, siteUrl(), { token: result.value.token, maxAge: sessionSeconds });
        return reply.send(result.value);
      },
    );
  };
