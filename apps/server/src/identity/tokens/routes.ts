/** The calls by which a player manages their access tokens. No token may make them. */
import { createTokenBody } from '@fairground/contract/owner-calls';
import { createTokenAnswer, tokensAnswer } from '@fairground/contract/tokens';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { callerOf } from '../../http/caller.ts';
import { sendDone, sendResult } from '../../http/refusals.ts';
import { identityOf } from '../../http/request-identity.ts';
import { callsOf, nothing } from '../../http/route-options.ts';
import { noteProof, noteSecurityEvent } from '../../http/security-events.ts';
import type { TokensService } from './service.ts';

const { player } = callsOf('Access tokens');

export const tokensRoutes =
  (service: TokensService): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/user/tokens', player("The player's access tokens", { 200: tokensAnswer }), async (request) =>
      service.list(identityOf(request).playerId),
    );

    app.post(
      '/user/tokens',
      player(
        'Create an access token, which only this answer has',
        { 201: createTokenAnswer },
        { body: createTokenBody },
      ),
      async (request, reply) => {
        noteSecurityEvent(request, 'access_token_create');
        noteProof(request, request.body);
        const { playerId } = identityOf(request);
        return sendResult(reply, await service.create(playerId, request.body, callerOf(request)), 201);
      },
    );

    app.post(
      '/user/tokens/:id/end',
      player('End an access token', nothing, { params: z.object({ id: z.string() }) }),
      async (request, reply) => {
        noteSecurityEvent(request, 'access_token_end');
        return sendDone(reply, await service.end(identityOf(request).playerId, request.params.id));
      },
    );
  };
