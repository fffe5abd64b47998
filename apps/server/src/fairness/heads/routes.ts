/** The public call about the ledger's head. */
import { ledgerHeadsSchema } from '@fairground/contract/fairness';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { callsOf, readScope } from '../../http/route-options.ts';
import type { Database } from '../../platform/database/database.ts';
import { listPublishedHeads } from './sql/heads.sql.ts';

const { open } = callsOf('Fairness');

const maxDays = 400;

export const ledgerHeadRoutes =
  (query: Database['query']): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/fairness/ledger',
      open(
        'The hash over all movements of coins at the end of each of the last days',
        { 200: ledgerHeadsSchema },
        { config: readScope },
      ),
      async () =>
        (await listPublishedHeads.run(query, { maxRows: maxDays })).map(({ day, transfers, hash }) => ({
          day,
          transfers: Number(transfers),
          hash: hash.toString('hex'),
        })),
    );
  };
