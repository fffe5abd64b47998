/**
 * One call of a player to an operation at a time: calls that change a player lock the same rows, so that many at once
 * would take all connections of the database to wait for each other, and the hashing of passwords from others. Calls
 * that are committed in batches have their own share of those (`ledger/coin-call.ts`).
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { maxWaitingPerPlayer, tooManyWaiting } from '../ledger/coin-call.ts';
import { sendRefusal } from './refusals.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** For `hooks` of the application, after those that identify the caller. */
export const playerTurns = (app: FastifyInstance): void => {
  /** By player and operation: the calls that wait behind the one being answered. */
  const waiting = new Map<string, (() => void)[]>();
  const turns = new WeakMap<FastifyRequest, string>();

  app.addHook('preHandler', (request, reply, done) => {
    const { identity, method, routeOptions } = request;
    const { url, config } = routeOptions;
    const isBatched = config.confirmsSession === true || config.received !== undefined;
    if (!identity || safeMethods.has(method) || isBatched) return done();
    const key = `${identity.playerId} ${method} ${url}`;
    const line = waiting.get(key);
    if (line && line.length >= maxWaitingPerPlayer) return void sendRefusal(reply, tooManyWaiting);
    turns.set(request, key);
    if (line) line.push(done);
    else {
      waiting.set(key, []);
      done();
    }
  });

  // With the answer, and not when the connection closes: the work of a call continues without its caller.
  app.addHook('onSend', (request, _reply, _payload, done) => {
    const key = turns.get(request);
    if (key !== undefined) {
      turns.delete(request);
      const next = waiting.get(key)?.shift();
      if (next) next();
      else waiting.delete(key);
    }
    done();
  });
};
