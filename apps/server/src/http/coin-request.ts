/** What the HTTP calls that move coins have in common: the player, the idempotency key, and how answers are sent. */
import { hash } from 'node:crypto';
import { accept, type Result } from '@fairground/contract/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseIdempotencyKey } from './idempotency-key.ts';
import type { Committed } from '../ledger/commit-together.ts';
import { sendRefusal } from './refusals.ts';
import { coinIdentityOf } from './request-identity.ts';

export interface CoinRequest {
  playerId: bigint;
  /** Absent where the client sent none. */
  idempotency: { key: string; bodyHash: Buffer } | undefined;
  /** The session that the call must confirm, see `CoinOperation`. */
  unconfirmedSessionId: bigint | undefined;
  /** The header `Receipt: 1`. */
  wantsReceipt: boolean;
}

/** The hash that shows whether a repeated key came with the same body. Key order of the client's JSON is part of it. */
export const hashBody = (body: unknown): Buffer => hash('sha256', JSON.stringify(body), 'buffer');

/** Refused where the key is malformed. */
export const readCoinRequest = (request: FastifyRequest): Result<CoinRequest> => {
  const parsed = parseIdempotencyKey(request);
  if (!parsed.ok) return parsed;
  const { playerId, sessionId, isUnconfirmed } = coinIdentityOf(request);
  // A call without a body is the same as one with an empty one.
  const idempotency =
    parsed.value === undefined ? undefined : { key: parsed.value, bodyHash: hashBody(request.body ?? {}) };
  if (isUnconfirmed && !idempotency) throw new Error('a session is confirmed together with a key');
  return accept({
    playerId,
    idempotency,
    unconfirmedSessionId: isUnconfirmed ? sessionId : undefined,
    wantsReceipt: request.headers['receipt'] === '1',
  });
};

/** Sends the text of a committed call, in which its receipt is already. */
export const sendCommitted = (reply: FastifyReply, committed: Committed<unknown>): FastifyReply => {
  if (committed.ok) {
    const { status, text, isReplay } = committed.value;
    return sendText(reply, { status, text, isReplay });
  }
  return sendRefusal(reply, committed);
};

/**
 * The handler of a call that moves coins. Its answer is a text, so it is not one of the types
 * that Fastify knows of the call.
 */
export const coinCall =
  <Request extends FastifyRequest, Reply extends FastifyReply>(
    run: (operation: CoinRequest, request: Request) => Promise<Committed<unknown>>,
  ) =>
  async (request: Request, reply: Reply): Promise<never> => {
    const operation = readCoinRequest(request);
    return sendCommitted(reply, operation.ok ? await run(operation.value, request) : operation) as never;
  };

const sendText = (
  reply: FastifyReply,
  { status, text, isReplay }: { status: number; text: string; isReplay: boolean },
): FastifyReply => {
  if (isReplay) reply.header('Idempotency-Replayed', 'true');
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .serializer((body: string) => body)
    .send(text);
};

const biggestId = 9_223_372_036_854_775_807n;

/** Ids are opaque to clients; one that is not a valid row number matches nothing. */
export const parseId = (id: string): bigint | undefined => {
  if (!/^\d{1,19}$/.test(id)) return undefined;
  const value = BigInt(id);
  return value <= biggestId ? value : undefined;
};
