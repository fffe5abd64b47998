/**
 * Refuses everything below /api/console/ that has no session of the staff, whether or not it exists: before methods,
 * types and bodies are looked at, so that no answer reveals what there is. The site has no console, and so no such session.
 */
import type { FastifyInstance } from 'fastify';
import { decodePath, toRelativeUrl } from './request-path.ts';
import { sendProblem } from './problem.ts';
import { noteSecurityEvent } from './security-events.ts';

const isConsolePath = (url: string): boolean =>
  /^\/+api\/+console(\/|$)/i.test(decodePath(toRelativeUrl(url).path) ?? '');

export const guardConsole = (app: FastifyInstance): void => {
  app.addHook('onRequest', async (request, reply) => {
    if (!isConsolePath(request.url)) return undefined;
    noteSecurityEvent(request, 'console');
    return sendProblem(reply, 'not_signed_in');
  });
};
