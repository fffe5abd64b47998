import { nowAnswer } from '@fairground/contract/console/now';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { NowService } from './service.ts';

export const nowRoutes =
  (service: NowService): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/now', { schema: { response: { 200: nowAnswer } } }, () => service.read());
  };
