/** The operator's invitations: made, listed with what became of them, and ended. */
import type { Registration } from '@fairground/contract/registration';
import {
  endInvitationParams,
  invitationsAnswer,
  inviteAnswer,
  inviteBody,
  type InvitationsAnswer,
} from '@fairground/contract/console/invitations';
import { refuse } from '@fairground/contract/errors';
import type { RowOf } from '@fairground/sql';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { endInvitation, makeInvitation } from '../../acts/invitations.ts';
import { sendRefusal } from '../../../http/refusals.ts';
import { nothing } from '../../../http/route-options.ts';
import { listInvitations } from '../../../identity/sign-in/sql/invitations.sql.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Entropy } from '../../../platform/entropy.ts';
import { staffOf } from '../console-hook.ts';

export interface InvitationsDeps {
  database: Pick<Database, 'query' | 'transaction'>;
  entropy: Entropy;
  siteUrl: () => string;
  registration: Registration;
}

const maxRows = 200;

export const invitationsRoutes =
  ({ database, entropy, siteUrl, registration }: InvitationsDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/invitations', { schema: { response: { 200: invitationsAnswer } } }, async () => ({
      registration,
      invitations: (await listInvitations.run(database.query, { maxRows })).map(toInvitation),
    }));

    app.post(
      '/invitations',
      { schema: { body: inviteBody, response: { 201: inviteAnswer } } },
      async (request, reply) => {
        const { staffId } = staffOf(request);
        const { link, expiresAt } = await makeInvitation(database, {
          ...request.body,
          entropy,
          siteUrl: siteUrl(),
          staffId,
        });
        return reply.code(201).send({ link, expiresAt: expiresAt.toISOString() });
      },
    );

    app.post(
      '/invitations/:id/end',
      { schema: { params: endInvitationParams, response: nothing } },
      async (request, reply) => {
        const { staffId } = staffOf(request);
        if (await endInvitation(database, request.params.id, { staffId })) return reply.code(204).send(null);
        return sendRefusal(reply, refuse('not_found', 'This invitation is not open any more.'));
      },
    );
  };

const toInvitation = (row: RowOf<typeof listInvitations>) => ({
  id: row.token_hash.toString('hex'),
  note: row.note,
  state: stateOf(row),
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  endedAt: row.ended_at?.toISOString() ?? null,
  usedBy:
    row.player_id === null || row.username === null
      ? null
      : { id: String(row.player_id), username: row.username },
});

const stateOf = (row: RowOf<typeof listInvitations>): InvitationsAnswer['invitations'][number]['state'] => {
  if (row.player_id !== null) return 'used';
  if (row.ended_at !== null) return 'ended';
  return row.is_expired ? 'expired' : 'open';
};
