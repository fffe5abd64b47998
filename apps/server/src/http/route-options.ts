/** The options of a route: who may call it, its text in /api/docs, and the schemas of what it takes and answers. */
import type { FastifyContextConfig, FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { requirePlayer } from './request-identity.ts';

interface Takes {
  /** The name of the call for generated clients, where it is not that of its path. */
  operationId?: string;
  description?: string;
  params?: z.ZodMiniType;
  querystring?: z.ZodMiniType;
  body?: z.ZodMiniType;
}

/** The `config` of a call that a token of the scope `read` may make. */
export const readScope: FastifyContextConfig = { tokenScope: 'read' };

/** An answer that is not JSON, as Fastify describes it. */
interface FileAnswer {
  content: Record<string, { schema: z.ZodMiniType }>;
}

/** The answer of a call that sends a text as a file of this type. */
export const fileOf = (contentType: string): Record<200, FileAnswer> => ({
  200: { content: { [contentType]: { schema: z.string() } } },
});

/** The answer of a call that only succeeds or fails. */
export const nothing = { 204: z.null() };

const optionsOf =
  (tag: string, preValidation: (typeof requirePlayer)[]) =>
  <Answers extends Record<number, z.ZodMiniType | FileAnswer>, Taken extends Takes>(
    summary: string,
    response: Answers,
    { config = {}, ...taken }: Taken & { config?: FastifyContextConfig } = {} as Taken,
  ) => ({ preValidation, config, schema: { tags: [tag], summary, response, ...taken } });

/** For the calls under one tag: those open to visitors, and those that need a player. */
export const callsOf = (tag: string) => ({
  open: optionsOf(tag, []),
  player: optionsOf(tag, [requirePlayer]),
});

/** For links that mail programs call: they send a form, and what it contains does not matter. */
export const ignoreForms = (app: Pick<FastifyInstance, 'addContentTypeParser'>): void => {
  app.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'multipart/form-data'],
    { parseAs: 'string' },
    (_request, _body, done) => done(null, undefined),
  );
};
