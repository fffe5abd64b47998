/** Which games the leader cannot run. It writes them under its epoch. */
import type { Database } from '../platform/database.ts';

type Query = Database['query'];

const lease = `lease AS MATERIALIZED (SELECT epoch FROM director_lease WHERE epoch = $1 FOR SHARE)`;

export const closeGame = async (query: Query, epoch: bigint, game: string): Promise<void> => {
  await query({
    name: 'close-game',
    text: `WITH ${lease} INSERT INTO closed_game (game) SELECT $2 FROM lease ON CONFLICT DO NOTHING`,
    values: [epoch, game],
  });
};

export const reopenGame = async (query: Query, epoch: bigint, game: string): Promise<void> => {
  await query({
    name: 'reopen-game',
    text: `WITH ${lease} DELETE FROM closed_game WHERE game = $2 AND EXISTS (SELECT FROM lease)`,
    values: [epoch, game],
  });
};
