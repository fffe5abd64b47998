/** Reads the Idempotency-Key header: 1 to 255 visible ASCII characters, optional. */
import type { FastifyRequest } from 'fastify';

export type ParsedKey = { ok: true; key: string | undefined } | { ok: false };

export const parseIdempotencyKey = (request: FastifyRequest): ParsedKey => {
  const header = request.headers['idempotency-key'];
  if (header === undefined) return { ok: true, key: undefined };
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(header)) return { ok: false };
  return { ok: true, key: header };
};
