/** Liveness and readiness. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { sendProblem } from './problem.ts';

export const healthRoutes =
  ({
    isServing,
    isDatabaseWritable,
    busState,
    isDirector,
    closedGames,
    isInMaintenance,
  }: {
    /** False during start and while draining. */
    isServing: () => boolean;
    /** Whether the database responds and accepts writes. */
    isDatabaseWritable: () => Promise<boolean>;
    /** `away` if several processes share messages and the broker does not respond. */
    busState: () => 'ok' | 'away';
    isDirector: () => boolean;
    /** Wire ids of games that the leader cannot run. */
    closedGames: () => readonly string[];
    /** It takes no stakes then, and stays ready: everything else continues. */
    isInMaintenance: () => boolean;
  }): FastifyPluginAsyncZod =>
  async (app) => {
    const schemaOf = (summary: string) => ({ tags: ['Health'], summary });
    const live = schemaOf('Whether this process runs');
    const ready = schemaOf('Whether this process takes requests, and what it has to do without');
    app.get('/health/live', { schema: live, config: { isAnonymous: true } }, async () => ({ status: 'ok' }));
    app.get('/health/ready', { schema: ready, config: { isAnonymous: true } }, async (_request, reply) => {
      if (!isServing() || !(await isDatabaseWritable())) return sendProblem(reply, 'unavailable');
      return {
        status: 'ok',
        messages: busState(),
        director: isDirector(),
        closedGames: closedGames(),
        maintenance: isInMaintenance(),
      };
    });
  };
