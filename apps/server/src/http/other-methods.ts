/** A known path that is called with a method it does not have: 405, with those it has in `Allow`. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { sendProblem } from './problem.ts';

const methods = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'];

export const refuseMethod = (reply: FastifyReply, allowed: readonly string[]): FastifyReply =>
  sendProblem(reply.header('allow', allowed.join(', ')), 'method_not_allowed');

/** Collects the routes that are added from now on; what it returns completes them with the methods they lack. */
export const completeMethods = (app: FastifyInstance): (() => void) => {
  const known = new Set<string>();
  app.addHook('onRoute', ({ url }) => {
    // `*` answers the preflights of all paths: every other method of an unknown path stays unknown.
    if (url !== '*') known.add(url);
  });
  return () => {
    for (const url of known) {
      const allowed = methods.filter((method) => app.hasRoute({ url, method }));
      const missing = methods.filter((method) => !allowed.includes(method));
      if (missing.length === 0) continue;
      app.route({
        method: missing,
        url,
        exposeHeadRoute: false,
        schema: { hide: true },
        config: { isAnonymous: true },
        // Before the body is read: its type and size do not matter here.
        onRequest: async (_request, reply) => refuseMethod(reply, allowed),
        handler: async () => undefined,
      });
    }
    known.clear();
  };
};
