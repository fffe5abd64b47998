/** All calls of the console, below /api/console. A route without an entry in access.ts stops the start. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { findAccess } from './access.ts';

export const consoleRoutes =
  (modules: readonly FastifyPluginAsyncZod[]): FastifyPluginAsyncZod =>
  async (api) => {
    await api.register(
      async (app) => {
        app.addHook('onRoute', (route) => {
          for (const method of [route.method].flat()) {
            const access = findAccess(method, route.url);
            if (!access) throw new Error(`${method} ${route.url} has no entry in console/access.ts`);
            // The session of a player is nothing here, so it is not looked up.
            route.config = { ...route.config, console: access, isAnonymous: true };
          }
          route.schema = { tags: ['Console'], ...route.schema, hide: true };
        });
        for (const module of modules) await app.register(module);
      },
      { prefix: '/console' },
    );
  };
