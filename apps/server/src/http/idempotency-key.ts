/** Reads the Idempotency-Key header: 1 to 255 visible ASCII characters, optional. */
import { accept, refuse, type Result } from '@fairground/contract/errors';
import type { FastifyRequest } from 'fastify';

export const parseIdempotencyKey = (request: FastifyRequest): Result<string | undefined> => {
  const header = request.headers['idempotency-key'];
  if (header === undefined) return accept(undefined);
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(header)) {
    return refuse('invalid_request', 'The Idempotency-Key must be 1 to 255 visible ASCII characters.');
  }
  return accept(header);
};
