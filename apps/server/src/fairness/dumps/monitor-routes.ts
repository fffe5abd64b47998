/** GET /fairness/monitor: the figures of its page. */
import { monitorSchema } from '@fairground/contract/fairness';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Monitor } from './monitor.ts';

export const monitorRoutes =
  (monitor: Monitor): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/fairness/monitor',
      {
        config: { tokenScope: 'read' },
        schema: {
          tags: ['Fairness'],
          summary: 'What all results and payments so far come to, next to what the rules promise',
          response: { 200: monitorSchema },
        },
      },
      () => monitor.read(),
    );
  };
