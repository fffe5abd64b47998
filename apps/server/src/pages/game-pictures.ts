/**
 * /pictures/GAME.png: what a shared link of a round shows, next to its title and result. A game has it in its folder as
 * picture.png, 1200 by 630, which `npm run game-pictures` makes from its card; without it, the site's picture is shown.
 */
import { access, readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { isMissingFile } from '../platform/files.ts';

export interface GamePictures {
  /** By the wire id of a game. */
  has: (game: string) => boolean;
  routes: (app: FastifyInstance) => void;
}

const fileOf = (folder: string): URL => new URL(`../../../../games/${folder}/picture.png`, import.meta.url);

const exists = async (file: URL): Promise<boolean> => {
  try {
    await access(file);
    return true;
  } catch (error) {
    if (isMissingFile(error)) return false;
    throw error;
  }
};

export const findGamePictures = async (
  games: readonly { id: string; folder: string }[],
): Promise<GamePictures> => {
  const files = new Map<string, URL>();
  for (const { id, folder } of games) {
    const file = fileOf(folder);
    if (await exists(file)) files.set(id, file);
  }
  return {
    has: (game) => files.has(game),
    routes(app) {
      for (const [id, file] of files) {
        app.get(`/pictures/${id}.png`, { schema: { hide: true } }, async (_request, reply) =>
          reply
            .type('image/png')
            .header('cache-control', 'public, max-age=86400')
            // Other sites show it next to the link.
            .header('cross-origin-resource-policy', 'cross-origin')
            .send(await readFile(file)),
        );
      }
    },
  };
};
