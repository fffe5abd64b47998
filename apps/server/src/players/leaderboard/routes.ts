/** The leaderboard's calls. */
import { leaderboardAnswer, leaderboardQuery, rankAnswer, rankQuery } from '@fairground/contract/leaderboard';
import { playerSearchAnswer, playerSearchQuery } from '@fairground/contract/player-search';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { sendRefusal, sendResult } from '../../http/refusals.ts';
import { identityOf, requirePlayer } from '../../http/request-identity.ts';
import type { PlayerSearch } from './search.ts';
import type { LeaderboardService } from './service.ts';

const behindNotice =
  'May be up to 5 seconds old where the site has standby databases, unless the board lists the player who asks.';
const tags = ['Leaderboard'];

export const leaderboardRoutes =
  (service: LeaderboardService, search: PlayerSearch): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('preValidation', requirePlayer);

    app.get(
      '/user/leaderboard',
      {
        config: { tokenScope: 'read' },
        schema: {
          tags,
          summary: 'Who won most',
          description: behindNotice,
          querystring: leaderboardQuery,
          response: { 200: leaderboardAnswer },
        },
      },
      async (request, reply) => {
        const result = await service.readBoard(request.query, identityOf(request).playerId);
        return result.ok ? reply.send(result.value) : sendRefusal(reply, result);
      },
    );

    app.get(
      '/user/rank',
      {
        config: { tokenScope: 'read' },
        schema: {
          tags,
          summary: "The player's own place",
          querystring: rankQuery,
          response: { 200: rankAnswer },
        },
      },
      async (request, reply) =>
        sendResult(reply, await service.findRank(identityOf(request).playerId, request.query)),
    );

    app.get(
      '/user/search',
      {
        config: { tokenScope: 'read' },
        schema: {
          tags,
          summary: 'Players by the first characters of their name',
          querystring: playerSearchQuery,
          response: { 200: playerSearchAnswer },
        },
      },
      async (request, reply) =>
        sendResult(reply, await search.find(identityOf(request).playerId, request.query.name)),
    );
  };
