/** GET /fairness/monitor: the figures of its page. */
import { monitorSchema } from '@fairground/contract/fairness';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { callsOf, readScope } from '../../http/route-options.ts';
import type { Monitor } from './monitor.ts';

const { open } = callsOf('Fairness');

export const monitorRoutes =
  (monitor: Monitor): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/fairness/monitor',
      open(
        'What all results and payments so far come to, next to what the rules promise',
        { 200: monitorSchema },
        { config: readScope },
      ),
      () => monitor.read(),
    );
  };
