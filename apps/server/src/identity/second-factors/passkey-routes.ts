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
import { sendRefusal } from '../../http/refusals.ts';
import { identityOf, requirePlayer } from '../../http/request-identity.ts';
import { noteProof, noteSecurityEvent } from '../../http/security-events.ts';
import { sessionSeconds } from '../sign-in/service.ts';
import type { PasskeyConfirmations } from './passkey-confirmations.ts';
import type { PasskeysService } from './passkeys.ts';

const tags = ['Second factors'];
const options = z.looseObject({});

export const passkeyRoutes =
  (
    service: PasskeysService,
    confirmations: PasskeyConfirmations,
    siteUrl: () => string,
  ): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/user/passkeys',
      {
        preValidation: requirePlayer,
        schema: { tags, summary: 'The passkeys of the player', response: { 200: passkeysAnswer } },
      },
      (request) => service.list(identityOf(request).playerId),
    );

    app.post(
      '/user/passkeys/options',
      {
        preValidation: requirePlayer,
        schema: {
          tags,
          summary: 'What a browser creates a passkey with',
          body: passkeyProofBody,
          response: { 200: options },
        },
      },
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
      {
        preValidation: requirePlayer,
        schema: {
          tags,
          summary: 'What a passkey is asked to sign in place of the password, once and within five minutes',
          response: { 200: options },
        },
      },
      async (request, reply) => {
        const result = await confirmations.begin(identityOf(request).playerId);
        return result.ok ? reply.send({ ...result.value }) : sendRefusal(reply, result);
      },
    );

    app.post(
      '/user/passkeys',
      {
        preValidation: requirePlayer,
        schema: { tags, summary: 'Add a passkey', body: addPasskeyBody, response: { 201: passkeySchema } },
      },
      async (request, reply) => {
        noteSecurityEvent(request, 'second_factor_add');
        const result = await service.add(identityOf(request).playerId, request.body, callerOf(request));
        return result.ok ? reply.code(201).send(result.value) : sendRefusal(reply, result);
      },
    );

    app.delete(
      '/user/passkeys/:id',
      {
        preValidation: requirePlayer,
        schema: {
          tags,
          summary: 'Remove a passkey',
          params: z.object({ id: z.string() }),
          body: passkeyProofBody,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        noteSecurityEvent(request, 'second_factor_remove');
        noteProof(request, request.body);
        const { id } = request.params;
        if (!/^\d{1,18}$/.test(id)) return sendProblem(reply, 'not_found');
        const { playerId } = identityOf(request);
        const result = await service.remove(playerId, BigInt(id), request.body, callerOf(request));
        return result.ok ? reply.code(204).send(null) : sendRefusal(reply, result);
      },
    );

    app.post(
      '/auth/passkey/options',
      { schema: { tags: ['Auth'], summary: 'What a passkey is asked to sign', response: { 200: options } } },
      async (request, reply) => {
        const result = await service.beginSignIn(callerOf(request));
        return result.ok ? reply.send({ ...result.value }) : sendRefusal(reply, result);
      },
    );

    app.post(
      '/auth/passkey',
      {
        schema: {
          tags: ['Auth'],
          summary: 'Sign in with a passkey',
          body: passkeySignInBody,
          response: { 200: loginAnswer },
        },
      },
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
