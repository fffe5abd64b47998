/** Files for whoever checks the site, outside of /api: the dumps of all days, and the second verifier. */
import type { FastifyInstance } from 'fastify';
import { sendProblem } from '../../http/problem.ts';
import type { Database } from '../../platform/database/database.ts';
import type { SecondVerifier } from './second-verifier.ts';
import { findDump, listDumps } from './sql/dumps.sql.ts';

/** After a restore from a backup of before a day's dump, that day gets another one. */
const untilRestored = 'public, max-age=300';

export const downloads =
  (query: Database['query'], verifier: SecondVerifier) =>
  (app: FastifyInstance): void => {
    app.get(`/${verifier.name}`, { schema: { hide: true } }, async (_request, reply) =>
      reply
        .type('text/x-python; charset=utf-8')
        .header('content-disposition', 'attachment; filename="verify_fairground.py"')
        .header('cache-control', 'public, max-age=300')
        .send(verifier.text),
    );
    app.get('/data/', { schema: { hide: true } }, async (_request, reply) => {
      const dumps = await listDumps.run(query);
      return reply
        .header('cache-control', 'public, max-age=60')
        .send(dumps.map(({ day, ...dump }) => ({ day, name: `${day}.ndjson.gz`, ...dump })));
    });
    app.get('/data/:name', { schema: { hide: true } }, async (request, reply) => {
      const { name } = request.params as { name: string };
      const day = /^(\d{4}-\d\d-\d\d)\.ndjson\.gz$/.exec(name)?.[1];
      const dump = day === undefined ? undefined : await findDump.first(query, { day });
      if (!dump) return sendProblem(reply, 'not_found');
      // The file itself is compressed: as a content encoding, clients would store other bytes than those of the hash.
      return reply.type('application/gzip').header('cache-control', untilRestored).send(dump.body);
    });
  };
