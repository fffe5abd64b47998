/** The calls by which a player manages their access tokens. No token may make them. */
import { createTokenBody } from '@fairground/contract/owner-calls';
import { createTokenAnswer, tokensAnswer } from '@fairground/contract/tokens';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { callerOf } from '../../http/caller.ts';
import { sendDone, sendResult } from '../../http/refusals.ts';
import { identityOf, requirePlayer } from '../../http/request-identity.ts';
import { noteProof, noteSecurityEvent } from '../../http/security-events.ts';
import type { TokensService } from './service.ts';

const tags = ['Access tokens'];

export const tokensRoutes =
  (service: TokensService): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('preValidation', requirePlayer);

    app.get(
      '/user/tokens',
      { schema: { tags, summary: "The player's access tokens", response: { 200: tokensAnswer } } },
      async (request) => service.list(identityOf(request).playerId),
    );

    app.post(
      '/user/tokens',
      {
        schema: {
          tags,
          summary: 'Create an access token, which only this answer has',
          body: createTokenBody,
          response: { 201: createTokenAnswer },
        },
      },
      async (request, reply) => {
        noteSecurityEvent(request, 'access_token_create');
        noteProof(request, request.body);
        const { playerId } = identityOf(request);
        return sendResult(reply, await service.create(playerId, request.body, callerOf(request)), 201);
      },
    );

    app.post(
      '/user/tokens/:id/end',
      {
        schema: {
          tags,
          summary: 'End an access token',
          params: z.object({ id: z.string() }),
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        noteSecurityEvent(request, 'access_token_end');
        return sendDone(reply, await service.end(identityOf(request).playerId, request.params.id));
      },
    );
  };
