/**
 * Loads one part of every game, in the order of the list, for programs on Node: the server loads `server`, tools
 * load the pure parts. An instant game has its contract and its check in `game`. A game has the parts that its
 * package.json exports; one that exports no such part is left out.
 */
import { readFile } from 'node:fs/promises';
import { gameFolders } from './index.ts';

export interface LoadedPart {
  folder: string;
  exports: Readonly<Record<string, unknown>>;
}

export const loadGameParts = async (
  part: 'contract' | 'game' | 'monitor' | 'server' | 'verify',
): Promise<LoadedPart[]> => {
  const found = await Promise.all(
    gameFolders.map(async (folder) => {
      const packageFile = new URL(`${folder}/package.json`, import.meta.url);
      const text = await readFile(packageFile, 'utf8').catch((cause: unknown) => {
        throw new Error(`games/index.ts names ${folder}, and there is no games/${folder}/package.json`, {
          cause,
        });
      });
      const { exports } = JSON.parse(text) as { exports?: Record<string, string> };
      const file = exports?.[`./${part}`];
      if (file === undefined) return undefined;
      const url = new URL(`${folder}/${file}`, import.meta.url).href;
      return { folder, exports: (await import(url)) as LoadedPart['exports'] };
    }),
  );
  return found.filter((each) => each !== undefined);
};
