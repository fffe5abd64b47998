/** Who is calling: set on each request before its handler runs, by the hook that the auth module installs. */
import type { TokenScope } from '@fairground/contract/tokens';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendProblem } from './problem.ts';

export interface RequestIdentity {
  playerId: bigint;
  /** The id of the session or access token: both are from one sequence. */
  sessionId: bigint;
  /** A program with an access token, and what it may do; absent for a player who is signed in. */
  program?: { scopes: readonly TokenScope[] };
  /** Whether the session may have ended since it was looked up: the call confirms it together with what it writes. */
  isUnconfirmed?: true;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The scope that an access token needs for this route; without one, no token will do. */
    tokenScope?: TokenScope;
    /** Reads an idempotency key, though no access token may make the call; all calls of the scope `play` do. */
    takesKey?: boolean;
    /**
     * For calls that move coins by `readCoinRequest` alone: with an idempotency key, a session that was looked up a
     * short time ago is confirmed by the transaction of the call instead of a query before it.
     */
    confirmsSession?: boolean;
    /**
     * For calls that are judged by when they arrived: called when the complete body was received, and what it returns,
     * once the request is answered. Only then is the caller identified, so that `receivedAt` waits for no query; a
     * session that ends after it is still the caller's.
     */
    received?: (request: FastifyRequest) => () => void;
    /** For calls whose texts are only logged: they may contain characters that cannot be shown. */
    isLogged?: boolean;
  }
  interface FastifyRequest {
    /** Null for a visitor. */
    identity: RequestIdentity | null;
    /** When the complete body had been parsed, on the monotonic clock. */
    receivedAt: number;
    /** What `received` of its route has returned, until the request is answered. */
    answered: (() => void) | null;
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
  const identity = coinIdentityOf(request);
  if (identity.isUnconfirmed) throw new Error('only calls that move coins confirm their session');
  return identity;
};

/** The identity of a call that moves coins, which confirms the session where it is unconfirmed. */
export const coinIdentityOf = (request: FastifyRequest): RequestIdentity => {
  if (!request.identity) throw new Error('requirePlayer must run before this handler');
  return request.identity;
};
