/** Ends every game in play, for a restart of fairness: its seed may be known, so the stake goes back. */
import type { OpenPlay, VoidedPlay } from '@fairground/game-kit/server';
import { voidGames } from './sql/games.sql.ts';

const gamesPerStatement = 5_000;

export const voidOpenGames = async ({ query }: OpenPlay): Promise<VoidedPlay> => {
  let refunded = 0;
  for (;;) {
    const count = (await voidGames.first(query, { maxGames: gamesPerStatement }))?.count ?? 0;
    refunded += count;
    if (count < gamesPerStatement) return { game: 'mineField', refunded };
  }
};
