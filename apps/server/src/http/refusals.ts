/** Results on their way out: a refusal is a problem document with its Retry-After and field. */
import type { Refusal, Result } from '@fairground/contract/errors';
import { waitingTime } from '@fairground/contract/waiting-time';
import type { FastifyReply } from 'fastify';
import { sendProblem } from './problem.ts';

export const sendRefusal = (reply: FastifyReply, refusal: Refusal): FastifyReply => {
  const { code, path, reason, challenge, retryAfterSeconds } = refusal;
  const detail = refusal.detail ?? detailOf(refusal);
  if (retryAfterSeconds !== undefined) reply.header('Retry-After', retryAfterSeconds);
  const errors =
    path === undefined
      ? undefined
      : [{ path, message: detail ?? '', ...(reason === undefined ? {} : { reason }) }];
  return sendProblem(reply, code, detail, errors, challenge);
};

/** A limit says when it is over. */
const detailOf = ({ code, retryAfterSeconds }: Refusal): string | undefined =>
  code === 'rate_limited' && retryAfterSeconds !== undefined
    ? `Too many requests. Please wait ${waitingTime(retryAfterSeconds, 'en')}.`
    : undefined;

export const sendResult = <Value>(
  reply: FastifyReply & { send: (value: Value) => FastifyReply },
  result: Result<Value>,
  status = 200,
): FastifyReply => (result.ok ? reply.code(status).send(result.value) : sendRefusal(reply, result));

/** For calls that answer nothing. */
export const sendDone = (reply: FastifyReply, result: Result<unknown>): FastifyReply =>
  result.ok ? reply.code(204).send(null) : sendRefusal(reply, result);
