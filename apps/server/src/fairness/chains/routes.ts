/** Public calls about the seed chains and the ledger. */
import { chainsSchema, ledgerHeadsSchema, type Chains } from '@fairground/contract/fairness';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { listPublishedHeads } from '../../ledger/sql/heads.sql.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { readChains, toWireGame, type ChainRow } from './service.ts';

/** Days. */
const maxHeads = 400;

export const fairnessRoutes =
  (query: Database['query']): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/fairness/chains',
      {
        schema: {
          tags: ['Fairness'],
          summary: 'The seed chains, and which of them were ended by a restore',
          response: { 200: chainsSchema },
        },
      },
      async () => (await readChains(query)).map(toWireChain),
    );

    app.get(
      '/fairness/ledger',
      {
        schema: {
          tags: ['Fairness'],
          summary: 'The hash over all movements of coins at the end of each of the last days',
          response: { 200: ledgerHeadsSchema },
        },
      },
      async () =>
        (await listPublishedHeads.run(query, { maxRows: maxHeads })).map(({ day, transfers, hash }) => ({
          day,
          transfers: Number(transfers),
          hash: hash.toString('hex'),
        })),
    );
  };

const toWireChain = (row: ChainRow): Chains[number] => ({
  id: String(row.id),
  game: toWireGame(row.game),
  terminalHash: row.terminal_hash.toString('hex'),
  salt: row.salt.toString('hex'),
  saltSource: row.salt_source,
  links: row.links,
  publishedAt: row.published_at.toISOString(),
  ended: row.ended_at && row.ended_by && { at: row.ended_at.toISOString(), reason: row.ended_by },
});
