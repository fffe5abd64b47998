/** Turns whatever escapes a handler into a problem document. Bugs are logged whole; the client learns nothing of them. */
import type { Problem } from '@fairground/contract/problem';
import type { FastifyError, FastifyInstance } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { isUnavailable } from '../platform/database.ts';
import { sendProblem } from '../platform/problem.ts';

const pathOf = (instancePath: string): string => instancePath.replace(/^\//, '').replaceAll('/', '.');

export const installErrorMap = (app: FastifyInstance): void => {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (hasZodFastifySchemaValidationErrors(error)) {
      const errors: NonNullable<Problem['errors']> = error.validation.map((issue) => ({
        path: pathOf(issue.instancePath),
        message: issue.message ?? 'Not as it should be.',
      }));
      return sendProblem(reply, 'invalid_request', undefined, errors);
    }
    if (isUnavailable(error)) {
      request.log.warn({ err: error }, 'the database could not be asked');
      return sendProblem(reply, 'unavailable');
    }
    switch (error.statusCode) {
      case 413:
        return sendProblem(reply, 'payload_too_large');
      case 415:
        return sendProblem(reply, 'unsupported_media_type');
      case 429:
        return sendProblem(reply, 'rate_limited');
      case 400:
        return sendProblem(reply, 'invalid_request');
      case 404:
        return sendProblem(reply, 'not_found');
      case 503:
        return sendProblem(reply, 'unavailable');
      default:
        request.log.error({ err: error }, 'a handler failed');
        return sendProblem(reply, 'internal_error');
    }
  });
};
