/** Public calls about the seed chains. */
import { chainsSchema, type Chains } from '@fairground/contract/fairness';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { callsOf, readScope } from '../../http/route-options.ts';
import type { Database } from '../../platform/database/database.ts';
import { readChains, toWireGame, type ChainRow } from './service.ts';

const { open } = callsOf('Fairness');

export const fairnessRoutes =
  (query: Database['query']): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/fairness/chains',
      open(
        'The seed chains, and which of them were ended by a restore',
        { 200: chainsSchema },
        { config: readScope },
      ),
      async () => (await readChains(query)).map(toWireChain),
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
