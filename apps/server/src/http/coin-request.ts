/** What the HTTP calls that move coins have in common: who asks, under which key, and how the answer goes out. */
import { createHash } from 'node:crypto';
import type { ErrorCode } from '@fairground/contract/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseIdempotencyKey } from './idempotency-key.ts';
import { sendProblem } from './problem.ts';
import { identityOf } from './request-identity.ts';

export interface CoinRequest {
  playerId: bigint;
  /** Absent where the client sent none. */
  idempotency: { key: string; bodyHash: Buffer } | undefined;
}

/** The hash that tells whether a repeated key came with the same body. Key order of the client's JSON is part of it. */
export const hashBody = (body: unknown): Buffer => createHash('sha256').update(JSON.stringify(body)).digest();

/** Undefined where the key is malformed: answer with `sendBadKey`. */
export const readCoinRequest = (request: FastifyRequest): CoinRequest | undefined => {
  const parsed = parseIdempotencyKey(request);
  if (!parsed.ok) return undefined;
  const { playerId } = identityOf(request);
  // A call without a body is the same as one with an empty one.
  const idempotency =
    parsed.key === undefined ? undefined : { key: parsed.key, bodyHash: hashBody(request.body ?? {}) };
  return { playerId, idempotency };
};

export const sendBadKey = (reply: FastifyReply): FastifyReply =>
  sendProblem(reply, 'invalid_request', 'The Idempotency-Key must be 1 to 255 visible ASCII characters.');

type Answer =
  | { kind: 'done' | 'replayed'; status: number; text: string }
  | { kind: 'refused'; code: ErrorCode };

/** Sends the text of a committed call as it is, so that a repeat is the same to the byte. */
export const sendCommitted = (reply: FastifyReply, answer: Answer): FastifyReply => {
  if (answer.kind === 'refused') return sendProblem(reply, answer.code);
  if (answer.kind === 'replayed') reply.header('Idempotency-Replayed', 'true');
  const isProblem = answer.kind === 'replayed' && answer.status >= 400;
  return reply
    .code(answer.status)
    .type(isProblem ? 'application/problem+json; charset=utf-8' : 'application/json; charset=utf-8')
    .serializer((text: string) => text)
    .send(answer.text);
};

const biggestId = 9_223_372_036_854_775_807n;

/** Ids are opaque to clients; one that is no number of ours belongs to nothing. */
export const parseId = (id: string): bigint | undefined => {
  if (!/^\d{1,19}$/.test(id)) return undefined;
  const value = BigInt(id);
  return value <= biggestId ? value : undefined;
};
