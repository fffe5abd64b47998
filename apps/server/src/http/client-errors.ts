/** POST /client-errors: a page that failed reports it here, so that the operator sees faults of the front end too. */
import { clientErrorBody, type ClientErrorBody } from '@fairground/contract/client-errors';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { addressSubject, type AttemptLimiter, type AttemptRule } from '../platform/attempt-limiter.ts';
import type { Log } from '../platform/logger.ts';
import { sendRefusal } from './refusals.ts';
import { callsOf, nothing } from './route-options.ts';

export interface ClientErrorDeps {
  limiter: AttemptLimiter;
  log: Pick<Log, 'warn'>;
  recordClientError: () => void;
}

const perAddress: AttemptRule = { name: 'client-error-address', max: 10, windowMs: 10 * 60_000 };
/** However many addresses there are, the log stays readable. */
const fromAll: AttemptRule = { name: 'client-error', max: 120, windowMs: 60_000 };

export const clientErrorRoutes =
  ({ limiter, log, recordClientError }: ClientErrorDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/client-errors',
      callsOf('Site').open('Report that a page failed', nothing, {
        body: clientErrorBody,
        // The database may be unavailable when a page fails, so no session is looked up.
        config: { isAnonymous: true, isLogged: true },
      }),
      async (request, reply) => {
        const attempt = await limiter.take([
          [perAddress, addressSubject(request.ip)],
          [fromAll, 'all'],
        ]);
        if (!attempt.ok) return sendRefusal(reply, attempt);
        recordClientError();
        log.warn({ clientError: withoutQueries(request.body) }, 'a page reported an error');
        return reply.code(204).send(null);
      },
    );
  };

/** Addresses in errors and stacks may carry a mail's one-time token. */
const withoutQueries = ({ message, stack, page, release }: ClientErrorBody): ClientErrorBody => ({
  message: withoutValues(message),
  ...(stack === undefined ? {} : { stack: withoutValues(stack) }),
  page: page.split(/[?#]/, 1)[0] ?? '',
  ...(release === undefined ? {} : { release: withoutValues(release) }),
});

const withoutValues = (text: string): string => text.replaceAll(/[?&#][\w.%-]*=[^\s"'()<>&]*/g, '');
