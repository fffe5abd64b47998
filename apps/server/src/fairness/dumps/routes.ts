/** Files for whoever checks the site, outside of /api. */
import type { FastifyInstance } from 'fastify';
import type { SecondVerifier } from './second-verifier.ts';

export const downloads =
  (verifier: SecondVerifier) =>
  (app: FastifyInstance): void => {
    app.get(`/${verifier.name}`, { schema: { hide: true } }, async (_request, reply) =>
      reply
        .type('text/x-python; charset=utf-8')
        .header('content-disposition', 'attachment; filename="verify_fairground.py"')
        .header('cache-control', 'public, max-age=300')
        .send(verifier.text),
    );
  };
