/** The calls of seasons. */
import { seasonAnswer, seasonParams, seasonsAnswer } from '@fairground/contract/seasons';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { sendResult } from '../../http/refusals.ts';
import { callsOf, readScope } from '../../http/route-options.ts';
import type { SeasonsService } from './service.ts';

const { player } = callsOf('Leaderboard');

export const seasonsRoutes =
  (service: SeasonsService): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/seasons',
      player('The running month, and those that are over', { 200: seasonsAnswer }, { config: readScope }),
      () => service.list(),
    );

    app.get(
      '/seasons/:month',
      player('Who won most in a month', { 200: seasonAnswer }, { params: seasonParams, config: readScope }),
      async (request, reply) => sendResult(reply, await service.find(request.params.month)),
    );
  };
