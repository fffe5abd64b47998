/** The rounds of all games that are over, by the game's wire id. */
import type { AnyRound } from '@fairground/contract/rounds';
import type { GameRounds } from '@fairground/game-kit/server';

export interface RoundsService {
  games: readonly GameRounds[];
  /** Undefined for a game or an id that does not exist, and for what is not over. */
  find(game: string, id: string): Promise<AnyRound | undefined>;
}

export const createRoundsService = (games: readonly GameRounds[]): RoundsService => {
  const byGame = new Map(games.map((rounds) => [rounds.game, rounds]));
  return {
    games,
    async find(game, id) {
      const found = await byGame.get(game)?.find(id);
      return found && { ...found, game, endedAt: found.endedAt.toISOString() };
    },
  };
};
