/** Refusals on their way out, each as a problem document with its Retry-After and field. */
import type { Refusal } from '@fairground/contract/errors';
import type { FastifyReply } from 'fastify';
import { sendProblem } from './problem.ts';

export const sendRefusal = (reply: FastifyReply, refusal: Refusal): FastifyReply => {
  const { code, detail, path, reason, challenge, retryAfterSeconds } = refusal;
  if (retryAfterSeconds !== undefined) reply.header('Retry-After', retryAfterSeconds);
  const errors =
    path === undefined
      ? undefined
      : [{ path, message: detail ?? '', ...(reason === undefined ? {} : { reason }) }];
  return sendProblem(reply, code, detail, errors, challenge);
};
