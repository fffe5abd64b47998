/** Who is calling: set on each request before its handler runs, by the hook that the auth module installs. */
import type { TokenScope } from '@fairground/contract/tokens';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendProblem } from './problem.ts';

export interface RequestIdentity {
  playerId: bigint;
  /** Of the session, or of the access token: both are from one sequence. */
  sessionId: bigint;
  /** A program with an access token, and what it may do; absent for a player who is signed in. */
  program?: { scopes: readonly TokenScope[] };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The scope that an access token needs for this route; without one, no token will do. */
    tokenScope?: TokenScope;
    /**
     * For calls that are judged by when they arrived: called when the complete body was received, and what it returns,
     * once the request is answered. Only then is the caller identified, so that `receivedAt` waits for no query.
     */
    received?: () => () => void;
  }
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
