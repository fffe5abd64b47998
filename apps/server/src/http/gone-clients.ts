/**
 * Calls whose client gave up before the site read them, as where the process was frozen or had too much to do: what
 * such a call asks for is not begun, since the client may have sent it again and been told something else. Calls that
 * are judged by when they arrived are: a press counts although the line broke behind it.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { sendProblem } from './problem.ts';

/** As nginx counts them. */
const closedByClient = 499;

export const leaveCallsOfGoneClients = (app: FastifyInstance): void => {
  app.addHook('preValidation', async ({ method, raw, routeOptions }, reply) => {
    if (method === 'GET' || method === 'HEAD' || routeOptions.config?.received !== undefined)
      return undefined;
    // The end of a connection is read in the turn of the event loop after what was sent before it.
    await nextTurn();
    await nextTurn();
    const { destroyed, readableEnded } = raw.socket;
    // Nobody reads this answer: for the log and the figures the site has not failed.
    if (destroyed) return reply.code(closedByClient).send();
    return readableEnded ? sendProblem(reply, 'unavailable') : undefined;
  });
};
