/** The links of the Games menu, the same in the header and the drawer. */
import { gamePages } from '../games/test/sweeps.ts';

export const gameLinks: readonly (readonly [name: string, path: string])[] = [
  ['All Games', '/games'],
  ...gamePages.map(({ path, title: [, title] }) => [title.replace(' – Fairground', ''), path] as const),
];
