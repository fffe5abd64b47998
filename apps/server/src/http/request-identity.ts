/** Who is calling: set on each request before its handler runs, by the hook that the auth module installs. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendProblem } from './problem.ts';

export interface RequestIdentity {
  playerId: bigint;
  sessionId: bigint;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null for a visitor. */
    identity: RequestIdentity | null;
    /** When the complete body had been parsed, on the monotonic clock. */
    receivedAt: number;
  }
}

/**
 * A preValidation hook for calls that need a player: answers 401 `not_signed_in` where there is none, before
 * anybody looks at what was asked.
 */
export const requirePlayer = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
  if (request.identity) return undefined;
  return sendProblem(reply, 'not_signed_in');
};

/** The identity of a request that passed `requirePlayer`. */
export const identityOf = (request: FastifyRequest): RequestIdentity => {
  if (!request.identity) throw new Error('requirePlayer must run before this handler');
  return request.identity;
};
