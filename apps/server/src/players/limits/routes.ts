/** The calls of limits and breaks. */
import { limitsAnswer } from '@fairground/contract/limits';
import { limitsBody } from '@fairground/contract/owner-calls';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { callerOf } from '../../http/caller.ts';
import { sendProblem } from '../../http/problem.ts';
import { sendRefusal } from '../../http/refusals.ts';
import { identityOf, requirePlayer } from '../../http/request-identity.ts';
import { noteProof, noteSecurityEvent } from '../../http/security-events.ts';
import type { LimitsService } from './service.ts';

const tags = ['Player'];

export const limitsRoutes =
  (service: LimitsService): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('preValidation', requirePlayer);

    app.get(
      '/user/limits',
      {
        config: { tokenScope: 'read' },
        schema: { tags, summary: 'The daily limit and the break', response: { 200: limitsAnswer } },
      },
      async (request, reply) =>
        (await service.find(identityOf(request).playerId)) ?? sendProblem(reply, 'not_signed_in'),
    );

    app.post(
      '/user/limits',
      {
        schema: {
          tags,
          summary:
            'Set a daily limit or take a break; one of more than a week takes the password or a passkey',
          body: limitsBody,
          response: { 200: limitsAnswer },
        },
      },
      async (request, reply) => {
        const { password, passkey } = request.body;
        if (password !== undefined || passkey !== undefined) noteSecurityEvent(request, 'long_break');
        noteProof(request, request.body);
        const result = await service.change(identityOf(request).playerId, request.body, callerOf(request));
        return result.ok ? reply.send(result.value) : sendRefusal(reply, result);
      },
    );
  };
