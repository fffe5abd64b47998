/** The leaderboard's calls. */
import { leaderboardAnswer, leaderboardQuery, rankAnswer, rankQuery } from '@fairground/contract/leaderboard';
import { playerSearchAnswer, playerSearchQuery } from '@fairground/contract/player-search';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { sendResult } from '../../http/refusals.ts';
import { identityOf } from '../../http/request-identity.ts';
import { callsOf, readScope } from '../../http/route-options.ts';
import type { PlayerSearch } from './search.ts';
import type { LeaderboardService } from './service.ts';

const { player } = callsOf('Leaderboard');

export const leaderboardRoutes =
  (service: LeaderboardService, search: PlayerSearch): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/user/leaderboard',
      player(
        'Who won most',
        { 200: leaderboardAnswer },
        { querystring: leaderboardQuery, config: readScope },
      ),
      async (request, reply) => sendResult(reply, await service.readBoard(request.query)),
    );

    app.get(
      '/user/rank',
      player("The player's own place", { 200: rankAnswer }, { querystring: rankQuery, config: readScope }),
      async (request, reply) =>
        sendResult(reply, await service.findRank(identityOf(request).playerId, request.query)),
    );

    app.get(
      '/user/search',
      player(
        'Players by the first characters of their name',
        { 200: playerSearchAnswer },
        { querystring: playerSearchQuery, config: readScope },
      ),
      async (request, reply) =>
        sendResult(reply, await search.find(identityOf(request).playerId, request.query.name)),
    );
  };
