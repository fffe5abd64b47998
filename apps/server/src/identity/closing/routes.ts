/** Closing one's account, and one's data as a file. */
import { Readable } from 'node:stream';
import { closeAccountBody, exportBody } from '@fairground/contract/owner-calls';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { callerOf } from '../../http/caller.ts';
import { sendDone, sendRefusal } from '../../http/refusals.ts';
import { identityOf } from '../../http/request-identity.ts';
import { callsOf, nothing } from '../../http/route-options.ts';
import { noteProof, noteSecurityEvent } from '../../http/security-events.ts';
import type { AccountMails, Proof, Reauthenticate } from '../sign-in/service.ts';
import type { ClosingService } from './service.ts';

const { player } = callsOf('Player');

export interface ClosingRoutesDeps {
  service: ClosingService;
  reauthenticate: Reauthenticate;
  mails: Pick<AccountMails, 'notify'>;
}

export const closingRoutes =
  ({ service, reauthenticate, mails }: ClosingRoutesDeps): FastifyPluginAsyncZod =>
  async (app) => {
    const sendExport = async (
      request: FastifyRequest,
      reply: FastifyReply,
      proof: Proof,
    ): Promise<FastifyReply> => {
      noteSecurityEvent(request, 'export');
      noteProof(request, proof);
      const { playerId } = identityOf(request);
      const caller = callerOf(request);
      const proven = await reauthenticate(playerId, proof, caller);
      if (!proven.ok) return sendRefusal(reply, proven);
      const result = await service.exportData(playerId, caller);
      if (!result.ok) return sendRefusal(reply, result);
      mails.notify(playerId, 'exported', caller);
      const stream = Readable.from(result.value.pieces, { objectMode: false });
      // Also if the client disconnects before or during the export.
      stream.once('close', () => {
        result.value
          .end()
          .catch((error: unknown) =>
            request.log.warn({ req: request, err: error }, 'ending an export failed'),
          );
      });
      return reply
        .type('application/json; charset=utf-8')
        .header('content-disposition', 'attachment; filename="fairground.json"')
        .send(stream);
    };

    app.delete(
      '/user/me',
      player('Close the account', nothing, { body: closeAccountBody }),
      async (request, reply) => {
        noteSecurityEvent(request, 'close');
        noteProof(request, request.body);
        const { playerId } = identityOf(request);
        return sendDone(reply, await service.close(playerId, request.body, callerOf(request)));
      },
    );

    app.post(
      '/user/export',
      player(
        'All data held on the player, for their password or a passkey; guests give neither',
        { 200: z.looseObject({}) },
        { body: exportBody },
      ),
      async (request, reply) => {
        await sendExport(request, reply as FastifyReply, request.body);
        return reply;
      },
    );

    app.get(
      '/user/export',
      player('The same for guests; others are refused with `reauthentication_required`', {
        200: z.looseObject({}),
      }),
      async (request, reply) => {
        await sendExport(request, reply as FastifyReply, {});
        return reply;
      },
    );
  };
