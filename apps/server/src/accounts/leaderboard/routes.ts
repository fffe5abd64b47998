/** The leaderboard's calls. */
import { leaderboardAnswer, leaderboardQuery, rankAnswer, rankQuery } from '@fairground/contract/leaderboard';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { sendProblem } from '../../http/problem.ts';
import { identityOf, requirePlayer } from '../../http/request-identity.ts';
import type { LeaderboardService } from './service.ts';

const tags = ['Leaderboard'];

export const leaderboardRoutes =
  (service: LeaderboardService): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('preValidation', requirePlayer);

    app.get(
      '/user/leaderboard',
      {
        config: { tokenScope: 'read' },
        schema: {
          tags,
          summary: 'Who won most',
          querystring: leaderboardQuery,
          response: { 200: leaderboardAnswer },
        },
      },
      async (request) => service.readBoard(request.query),
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
        (await service.findRank(identityOf(request).playerId, request.query.window)) ??
        sendProblem(reply, 'not_signed_in'),
    );
  };
