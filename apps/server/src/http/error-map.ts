/**
 * Turns whatever escapes a handler into a problem document. Bugs are logged completely; the
 * client learns nothing of them.
 */
import type { ErrorCode } from '@fairground/contract/errors';
import type { FastifyError, FastifyInstance } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { isUnavailable } from '../platform/database/database.ts';
import type { Warn } from '../platform/sampled-warning.ts';
import { reasonOf } from '../platform/sampled-warning.ts';
import { limitErrors, toFieldErrors } from './field-errors.ts';
import { sendProblem } from './problem.ts';

export const installErrorMap = (app: FastifyInstance, warn: Warn): void => {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (hasZodFastifySchemaValidationErrors(error)) {
      const { detail, errors } = limitErrors(toFieldErrors(error.validation));
      return sendProblem(reply, 'invalid_request', detail, errors);
    }
    // The error of a body that breaks off has the code of a lost connection as well.
    if (error !== request.raw.errored && isUnavailable(error)) {
      warn({ req: request, ...reasonOf(error) }, 'the database is unavailable');
      return sendProblem(reply, 'unavailable');
    }
    const code = codeOf(error.statusCode);
    if (code === 'internal_error') request.log.error({ req: request, err: error }, 'a handler failed');
    return sendProblem(reply, code);
  });
};

/** The code for a status that Fastify or one of its plugins gave to an error. */
const codeOf = (status: number | undefined): ErrorCode => {
  if (status === undefined || status < 400 || status > 503) return 'internal_error';
  const known = statusCodes.get(status);
  if (known !== undefined) return known;
  // Any other client error is a 4xx too, never a 500.
  return status < 500 ? 'invalid_request' : 'internal_error';
};

const statusCodes: ReadonlyMap<number, ErrorCode> = new Map([
  // A file outside of a folder that is served.
  [403, 'not_found'],
  [404, 'not_found'],
  [405, 'method_not_allowed'],
  [413, 'payload_too_large'],
  [415, 'unsupported_media_type'],
  [429, 'rate_limited'],
  [503, 'unavailable'],
]);
