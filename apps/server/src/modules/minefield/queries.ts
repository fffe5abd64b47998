/** Minefield's SQL. */
import type { Database } from '../../platform/database.ts';

type Query = Database['query'];

export const hasGameInPlay = async (query: Query, playerId: bigint): Promise<boolean> => {
  const rows = await query({
    name: 'minefield-has-game',
    text: `SELECT FROM minefield_game WHERE player_id = $1 AND state = 'Playing'`,
    values: [playerId],
  });
  return rows.length > 0;
};
