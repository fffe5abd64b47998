/** Minefield: one game a player, tile by tile. */
export { hasGameInPlay } from './queries.ts';
