/** The rounds of all games that are over, by the game's wire id. */
import type { AnyRound, OwnStakes } from '@fairground/contract/rounds';
import { noStakes, type GameRounds } from '@fairground/game-kit/server';
import type { Database } from '../../platform/database/database.ts';

export const createRoundsService = (games: readonly GameRounds[], { query }: Pick<Database, 'query'>) => {
  const byGame = new Map(games.map((rounds) => [rounds.game, rounds]));
  return {
    games,
    /** Undefined if the game or the id does not exist, or if the round is not over. */
    async find(game: string, id: string): Promise<AnyRound | undefined> {
      const rounds = byGame.get(game);
      const found = rounds && (await rounds.find(id, query));
      return found && { ...found, game, endedAt: found.endedAt.toISOString() };
    },
    /** No stakes where there is no such round. */
    ownStakes: async (game: string, id: string, playerId: bigint): Promise<OwnStakes> =>
      (await byGame.get(game)?.ownStakes(id, playerId)) ?? noStakes,
  };
};

export type RoundsService = ReturnType<typeof createRoundsService>;
