/** The calls of seasons. */
import { seasonAnswer, seasonParams, seasonsAnswer } from '@fairground/contract/seasons';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { sendResult } from '../../http/refusals.ts';
import { requirePlayer } from '../../http/request-identity.ts';
import type { SeasonsService } from './service.ts';

const tags = ['Leaderboard'];

export const seasonsRoutes =
  (service: SeasonsService): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('preValidation', requirePlayer);

    app.get(
      '/seasons',
      {
        config: { tokenScope: 'read' },
        schema: {
          tags,
          summary: 'The running month, and those that are over',
          response: { 200: seasonsAnswer },
        },
      },
      () => service.list(),
    );

    app.get(
      '/seasons/:month',
      {
        config: { tokenScope: 'read' },
        schema: {
          tags,
          summary: 'Who won most in a month',
          params: seasonParams,
          response: { 200: seasonAnswer },
        },
      },
      async (request, reply) => sendResult(reply, await service.find(request.params.month)),
    );
  };
