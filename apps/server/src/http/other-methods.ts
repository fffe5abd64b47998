/** A known path that is called with a method it does not have: 405, with those it has in `Allow`. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { sendProblem } from './problem.ts';
import { toRelativeUrl } from './request-path.ts';

const methods = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'];

export const refuseMethod = (reply: FastifyReply, allowed: readonly string[]): FastifyReply =>
  sendProblem(reply.header('allow', allowed.join(', ')), 'method_not_allowed');

/**
 * Collects the routes that are added from now on. What it returns refuses the methods they lack, after the hooks that
 * were installed until then. Only requests that no route takes are looked up: routes for all methods would be five
 * times as many, with the memory and the start that each takes.
 */
export const completeMethods = (app: FastifyInstance): (() => void) => {
  const urls = new Set<string>();
  app.addHook('onRoute', ({ url }) => {
    // `*` answers the preflights of all paths: every other method of an unknown path stays unknown.
    if (url !== '*') urls.add(url);
  });
  return () => {
    const fixed = new Set([...urls].filter((url) => !/[:*]/.test(url)));
    const patterns = [...urls.difference(fixed)].map((url) => ({ url, pattern: toPattern(url) }));
    const findUrl = (path: string): string | undefined =>
      fixed.has(path) ? path : patterns.find(({ pattern }) => pattern.test(path))?.url;
    const known = new Map(
      [...urls].map((url) => [url, methods.filter((method) => app.hasRoute({ url, method }))] as const),
    );
    const methodsOf = (url: string): string[] => known.get(url) ?? [];
    // Before the body is read: its type and size do not matter here.
    app.addHook('onRequest', async (request, reply) => {
      if (!request.is404) return undefined;
      const url = findUrl(decode(toRelativeUrl(request.url).path));
      return url === undefined ? undefined : refuseMethod(reply, methodsOf(url));
    });
    for (const url of fixed) {
      const allowed = methodsOf(url);
      // A route with a parameter would take `DELETE /passkeys/options` for the passkey of that name.
      const taken = patterns
        .filter(({ pattern }) => pattern.test(url))
        .flatMap((other) => methodsOf(other.url))
        .filter((method) => !allowed.includes(method));
      if (taken.length > 0) addRefusal(app, url, [...new Set(taken)], allowed);
    }
  };
};

const addRefusal = (
  app: FastifyInstance,
  url: string,
  refused: string[],
  allowed: readonly string[],
): void => {
  app.route({
    method: refused,
    url,
    exposeHeadRoute: false,
    schema: { hide: true },
    config: { isAnonymous: true },
    onRequest: async (_request, reply) => refuseMethod(reply, allowed),
    handler: async () => undefined,
  });
};

/** What the paths of a route with parameters look like. */
const toPattern = (url: string): RegExp => {
  const parts = url.split(/(:[A-Za-z]+|\*)/);
  const source = parts.map((part) =>
    part.startsWith(':') ? '[^/]+' : part === '*' ? '.*' : RegExp.escape(part),
  );
  return new RegExp(`^${source.join('')}$`);
};

/** As the router reads it, which has refused what cannot be decoded. */
const decode = (path: string): string => {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
};
