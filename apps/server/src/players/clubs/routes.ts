/** The calls of clubs. They are closed to programs. */
import {
  clubAnswer,
  clubCodeParams,
  clubInvitationAnswer,
  clubMemberBody,
  clubNameBody,
  clubPageAnswer,
  clubParams,
  clubQuery,
  clubsAnswer,
  joinClubBody,
} from '@fairground/contract/clubs';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { sendDone, sendResult } from '../../http/refusals.ts';
import { identityOf } from '../../http/request-identity.ts';
import { callsOf, nothing } from '../../http/route-options.ts';
import type { ClubsService } from './service.ts';

const { open, player } = callsOf('Clubs');
const club = { 200: clubAnswer };
const params = clubParams;

export const clubsRoutes =
  (service: ClubsService): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/clubs', player('The clubs of the player', { 200: clubsAnswer }), (request) =>
      service.list(identityOf(request).playerId),
    );

    app.post(
      '/clubs',
      player('Make a club', { 201: clubAnswer }, { body: clubNameBody }),
      async (request, reply) =>
        sendResult(reply, await service.create(identityOf(request).playerId, request.body.name), 201),
    );

    app.get(
      '/clubs/join/:code',
      open(
        'The club that a member’s link leads to',
        { 200: clubInvitationAnswer },
        { params: clubCodeParams },
      ),
      async (request, reply) =>
        sendResult(reply, await service.findInvitation(request.params.code, request.ip)),
    );

    app.post('/clubs/join', player('Join a club', club, { body: joinClubBody }), async (request, reply) =>
      sendResult(reply, await service.join(identityOf(request).playerId, request.body.code, request.ip)),
    );

    app.get(
      '/clubs/:id',
      player('A club of the player', { 200: clubPageAnswer }, { params, querystring: clubQuery }),
      async (request, reply) => {
        const { params: of, query } = request;
        return sendResult(reply, await service.find(identityOf(request).playerId, of.id, query.window));
      },
    );

    app.post(
      '/clubs/:id/rename',
      player('Give a club another name', club, { params, body: clubNameBody }),
      async (request, reply) => {
        const { params: of, body } = request;
        return sendResult(reply, await service.rename(identityOf(request).playerId, of.id, body.name));
      },
    );

    app.post(
      '/clubs/:id/invite',
      player('End the links of all members of a club; each gets a new one', club, { params }),
      async (request, reply) =>
        sendResult(reply, await service.renewCodes(identityOf(request).playerId, request.params.id)),
    );

    app.post(
      '/clubs/:id/remove',
      player('Remove a member of a club', club, { params, body: clubMemberBody }),
      async (request, reply) => {
        const { params: of, body } = request;
        return sendResult(reply, await service.remove(identityOf(request).playerId, of.id, body.userId));
      },
    );

    app.post(
      '/clubs/:id/owner',
      player('Hand a club over to another member', club, { params, body: clubMemberBody }),
      async (request, reply) => {
        const { params: of, body } = request;
        return sendResult(reply, await service.handOver(identityOf(request).playerId, of.id, body.userId));
      },
    );

    app.post('/clubs/:id/leave', player('Leave a club', nothing, { params }), async (request, reply) =>
      sendDone(reply, await service.leave(identityOf(request).playerId, request.params.id)),
    );

    app.delete('/clubs/:id', player('Close a club', nothing, { params }), async (request, reply) =>
      sendDone(reply, await service.close(identityOf(request).playerId, request.params.id)),
    );
  };
