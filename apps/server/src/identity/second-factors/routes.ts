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
import { callerOf, setSessionCookie } from '../../http/caller.ts';
import { sendDone, sendRefusal, sendResult } from '../../http/refusals.ts';
import { identityOf } from '../../http/request-identity.ts';
import { callsOf, nothing } from '../../http/route-options.ts';
import { noteProof, noteSecurityEvent } from '../../http/security-events.ts';
import { sessionSeconds } from '../sign-in/service.ts';
import type { SecondFactorsService } from './service.ts';

const { player } = callsOf('Second factors');
const { open } = callsOf('Auth');
const path = '/user/second-factors';

export const secondFactorsRoutes =
  (service: SecondFactorsService, siteUrl: () => string): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(path, player('Which second factors are set up', { 200: secondFactorsAnswer }), (request) =>
      service.list(identityOf(request).playerId),
    );

    app.post(
      `${path}/authenticator`,
      player(
        'Begin to set up an authenticator app',
        { 200: authenticatorSetup },
        { body: beginAuthenticatorBody },
      ),
      async (request, reply) => {
        noteSecurityEvent(request, 'second_factor_begin');
        noteProof(request, request.body);
        const { playerId } = identityOf(request);
        return sendResult(reply, await service.beginAuthenticator(playerId, request.body, callerOf(request)));
      },
    );

    app.post(
      `${path}/authenticator/confirm`,
      player(
        'Finish it with a first code; the answer has the recovery codes',
        { 200: recoveryCodesAnswer },
        { body: confirmAuthenticatorBody },
      ),
      async (request, reply) => {
        noteSecurityEvent(request, 'second_factor_add');
        const { playerId } = identityOf(request);
        const result = await service.confirmAuthenticator(playerId, request.body.code, callerOf(request));
        return result.ok ? reply.send({ recoveryCodes: result.value }) : sendRefusal(reply, result);
      },
    );

    app.delete(
      `${path}/authenticator`,
      player('Remove the authenticator app and the recovery codes', nothing, {
        body: codeProofBody,
      }),
      async (request, reply) => {
        noteSecurityEvent(request, 'second_factor_remove');
        noteProof(request, request.body);
        const { playerId } = identityOf(request);
        return sendDone(reply, await service.removeAuthenticator(playerId, request.body, callerOf(request)));
      },
    );

    app.post(
      `${path}/recovery-codes`,
      player(
        'New recovery codes in place of the old ones',
        { 200: recoveryCodesAnswer },
        { body: codeProofBody },
      ),
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
      open(
        'The second step of a sign-in, with the token of the first',
        { 200: loginAnswer },
        { body: secondStepBody },
      ),
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
