/** The calls of limits and breaks. */
import { limitsAnswer } from '@fairground/contract/limits';
import { limitsBody } from '@fairground/contract/owner-calls';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { callerOf } from '../../http/caller.ts';
import { sendProblem } from '../../http/problem.ts';
import { sendResult } from '../../http/refusals.ts';
import { identityOf } from '../../http/request-identity.ts';
import { callsOf, readScope } from '../../http/route-options.ts';
import { noteProof, noteSecurityEvent } from '../../http/security-events.ts';
import type { LimitsService } from './service.ts';

const { player } = callsOf('Player');

export const limitsRoutes =
  (service: LimitsService): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/user/limits',
      player('The daily limit and the break', { 200: limitsAnswer }, { config: readScope }),
      async (request, reply) =>
        (await service.find(identityOf(request).playerId)) ?? sendProblem(reply, 'not_signed_in'),
    );

    app.post(
      '/user/limits',
      player(
        'Set a daily limit or take a break; one of more than a week takes the password or a passkey',
        { 200: limitsAnswer },
        { body: limitsBody },
      ),
      async (request, reply) => {
        const { password, passkey } = request.body;
        if (password !== undefined || passkey !== undefined) noteSecurityEvent(request, 'long_break');
        noteProof(request, request.body);
        return sendResult(
          reply,
          await service.change(identityOf(request).playerId, request.body, callerOf(request)),
        );
      },
    );
  };
