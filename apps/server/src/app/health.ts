/** Whether the process lives, and whether requests are served. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { sendProblem } from '../platform/problem.ts';

export interface HealthDeps {
  /** False before the site is up and while it drains. */
  isServing: () => boolean;
  isDatabaseReachable: () => Promise<boolean>;
  /** `away` where several processes share messages and the broker does not answer. */
  busState: () => 'ok' | 'away';
  isDirector: () => boolean;
}

export const healthRoutes =
  ({ isServing, isDatabaseReachable, busState, isDirector }: HealthDeps): FastifyPluginAsyncZod =>
  async (app) => {
    const schema = { tags: ['Health'] };
    app.get('/health/live', { schema, config: { isAnonymous: true } }, async () => ({ status: 'ok' }));
    app.get('/health/ready', { schema, config: { isAnonymous: true } }, async (_request, reply) => {
      if (!isServing() || !(await isDatabaseReachable())) return sendProblem(reply, 'unavailable');
      return { status: 'ok', messages: busState(), director: isDirector() };
    });
  };
