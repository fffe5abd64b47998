/** The public call about the ledger's head. */
import { ledgerHeadsSchema } from '@fairground/contract/fairness';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Database } from '../../platform/database/database.ts';
import { listPublishedHeads } from './sql/heads.sql.ts';

const maxDays = 400;

export const ledgerHeadRoutes =
  (query: Database['query']): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/fairness/ledger',
      {
        config: { tokenScope: 'read' },
        schema: {
          tags: ['Fairness'],
          summary: 'The hash over all movements of coins at the end of each of the last days',
          response: { 200: ledgerHeadsSchema },
        },
      },
      async () =>
        (await listPublishedHeads.run(query, { maxRows: maxDays })).map(({ day, transfers, hash }) => ({
          day,
          transfers: Number(transfers),
          hash: hash.toString('hex'),
        })),
    );
  };
