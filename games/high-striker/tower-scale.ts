import game from './game.ts';

const { min, max } = game.drawn.height;

/**
 * Where a height is on the tower, from 0 at its foot to 1 at the bell. The scale is logarithmic, as multipliers
 * are: each doubling is the same way up.
 */
export const placeOnTower = (height: number): number => {
  const place = Math.log((100 * height) / min) / Math.log(max / min);
  return Math.min(1, Math.max(0, place));
};
