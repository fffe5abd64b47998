/** The rounds of all games that are over, by the game's wire id. */
import type { AnyRound, RoundLanguage } from '@fairground/contract/rounds';
import { sceneSize, type GameRounds } from '@fairground/game-kit/server';
import type { Database } from '../../platform/database/database.ts';
import type { PictureJob } from './picture-worker.ts';

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
    /** What the picture of a round is drawn from. */
    pictureOf({ game, round, texts }: AnyRound, language: RoundLanguage): PictureJob {
      const { width, height } = sceneSize;
      const scene = byGame.get(game)?.draw(round) ?? '';
      return {
        scene: `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${scene}</svg>`,
        ...texts[language],
      };
    },
  };
};

export type RoundsService = ReturnType<typeof createRoundsService>;
