/// <reference types="vite/client" />
/** The games of the site as its pages know them, in the order of the list. Nothing here names a game. */
import type { GamePages } from '@fairground/game-kit/web';
import { gameFolders } from '@fairground/games';
import { byFolder, type Module } from './by-folder.ts';

export { byFolder };

export interface GameOfSite extends GamePages {
  folder: string;
}

const pages = byFolder(
  import.meta.glob<Module<GamePages>>('../../../../games/*/web/index.ts', { eager: true }),
);

export const games: readonly GameOfSite[] = gameFolders.flatMap((folder) => {
  const known = pages.get(folder);
  return known === undefined ? [] : [{ ...known, folder }];
});

export type GameWith<Member extends keyof GamePages> = GameOfSite & Required<Pick<GamePages, Member>>;

/** The games that have this member, in the order of the list. */
export const gamesWith = <Member extends keyof GamePages>(member: Member): GameWith<Member>[] =>
  games.filter((game): game is GameWith<Member> => game[member] !== undefined);

/** Where visitors watch the game. */
export const watchPath = ({ folder }: GameOfSite): string => `/watch/${folder}`;

/** In the order of one of the pages (docs/product.md 2.6). */
export const gamesByPlace = <Member extends 'guide' | 'lab' | 'notFoundLink' | 'proof'>(
  member: Member,
): GameWith<Member>[] =>
  gamesWith(member).toSorted((one, other) => placeOf(one[member]) - placeOf(other[member]));

/** What has no place comes last. */
export const placeOf = (part: unknown): number => (part as { place?: number }).place ?? 99;

/** A game's share of GET /games/config. The part that it is handed to knows its type. */
export const configOf = (config: object, { id }: Pick<GamePages, 'id'>): never =>
  (config as Record<string, unknown>)[id] as never;
