/** Expected outcomes on their way out: a refusal with its Retry-After or field, and a full password queue. */
import type { Refusal } from '@fairground/contract/errors';
import type { FastifyReply } from 'fastify';
import { PasswordsBusy } from '../platform/passwords.ts';
import { sendProblem } from './problem.ts';

export interface DetailedRefusal extends Refusal {
  /** With `rate_limited`. */
  retryAfterSeconds?: number;
  /** With `invalid_request`: the field that is not right. */
  path?: string;
}

export const sendDetailedRefusal = (reply: FastifyReply, refusal: DetailedRefusal): FastifyReply => {
  if (refusal.retryAfterSeconds !== undefined) reply.header('Retry-After', refusal.retryAfterSeconds);
  const errors =
    refusal.path === undefined ? undefined : [{ path: refusal.path, message: refusal.detail ?? '' }];
  return sendProblem(reply, refusal.code, refusal.detail, errors);
};

/** A full queue of passwords is an expected outcome of a rush. */
export const unlessBusy = async <Result>(work: Promise<Result>): Promise<Result | DetailedRefusal> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof PasswordsBusy) return { ok: false, code: 'unavailable' };
    throw error;
  }
};
