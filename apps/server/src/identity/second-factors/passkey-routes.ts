/** The calls about passkeys. */
import { loginAnswer } from '@fairground/contract/auth';
import {
  addPasskeyBody,
  passkeyProofBody,
  passkeySchema,
  passkeysAnswer,
  passkeySignInBody,
} from '@fairground/contract/passkeys';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { callerOf, setSessionCookie } from '../../http/caller.ts';
import { sendProblem } from '../../http/problem.ts';
import { sendDone, sendRefusal, sendResult } from '../../http/refusals.ts';
import { identityOf } from '../../http/request-identity.ts';
import { callsOf, nothing } from '../../http/route-options.ts';
import { noteProof, noteSecurityEvent } from '../../http/security-events.ts';
import { sessionSeconds } from '../sign-in/service.ts';
import type { PasskeyConfirmations } from './passkey-confirmations.ts';
import type { PasskeysService } from './passkeys.ts';

const { player } = callsOf('Second factors');
const { open } = callsOf('Auth');
const options = z.looseObject({});

export const passkeyRoutes =
  (
    service: PasskeysService,
    confirmations: PasskeyConfirmations,
    siteUrl: () => string,
  ): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/user/passkeys', player('The passkeys of the player', { 200: passkeysAnswer }), (request) =>
      service.list(identityOf(request).playerId),
    );

    app.post(
      '/user/passkeys/options',
      player('What a browser creates a passkey with', { 200: options }, { body: passkeyProofBody }),
      async (request, reply) => {
        noteSecurityEvent(request, 'second_factor_begin');
        noteProof(request, request.body);
        const { playerId } = identityOf(request);
        const result = await service.beginAdding(playerId, request.body, callerOf(request));
        return result.ok ? reply.send({ ...result.value }) : sendRefusal(reply, result);
      },
    );

    app.post(
      '/user/passkeys/confirmation',
      player('What a passkey is asked to sign in place of the password, once and within five minutes', {
        200: options,
      }),
      async (request, reply) => {
        const result = await confirmations.begin(identityOf(request).playerId);
        return result.ok ? reply.send({ ...result.value }) : sendRefusal(reply, result);
      },
    );

    app.post(
      '/user/passkeys',
      player('Add a passkey', { 201: passkeySchema }, { body: addPasskeyBody }),
      async (request, reply) => {
        noteSecurityEvent(request, 'second_factor_add');
        return sendResult(
          reply,
          await service.add(identityOf(request).playerId, request.body, callerOf(request)),
          201,
        );
      },
    );

    app.delete(
      '/user/passkeys/:id',
      player('Remove a passkey', nothing, {
        params: z.object({ id: z.string() }),
        body: passkeyProofBody,
      }),
      async (request, reply) => {
        noteSecurityEvent(request, 'second_factor_remove');
        noteProof(request, request.body);
        const { id } = request.params;
        if (!/^\d{1,18}$/.test(id)) return sendProblem(reply, 'not_found');
        const { playerId } = identityOf(request);
        return sendDone(reply, await service.remove(playerId, BigInt(id), request.body, callerOf(request)));
      },
    );

    app.post(
      '/auth/passkey/options',
      open('What a passkey is asked to sign', { 200: options }),
      async (request, reply) => {
        const result = await service.beginSignIn(callerOf(request));
        return result.ok ? reply.send({ ...result.value }) : sendRefusal(reply, result);
      },
    );

    app.post(
      '/auth/passkey',
      open('Sign in with a passkey', { 200: loginAnswer }, { body: passkeySignInBody }),
      async (request, reply) => {
        noteSecurityEvent(request, 'sign_in');
        const result = await service.signIn(request.body.response, callerOf(request));
        if (!result.ok) return sendRefusal(reply, result);
        noteSecurityEvent(request, 'sign_in', result.value.user.id);
        setSessionCookie(reply, siteUrl(), { token: result.value.token, maxAge: sessionSeconds });
        return reply.send(result.value);
      },
    );
  };
