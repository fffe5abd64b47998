/**
 * Ring Toss: a player says how likely a win shall be, from 1 to 95 of 100, and whether the ring lands under or over.
 * The smaller the chance, the larger the prize.
 */
import {
  below,
  defineInstantGame,
  drawValues,
  oneOf,
  waysBelow,
  wholeNumber,
} from '@fairground/game-kit/instant';

const rolls = 10_000;

export default defineInstantGame({
  id: 'ringToss',
  algorithm: 'ringtoss/v1',
  stakes: { min: 100, max: 10_000, step: 100, quick: [100, 500, 1_000, 10_000] },
  choice: {
    chance: wholeNumber({ min: 1, max: 95, initial: 50 }),
    side: oneOf(['under', 'over']),
  },
  drawn: { roll: wholeNumber({ min: 0, max: rolls - 1 }) },
  draw: (r) => ({ roll: below(rolls, r) }),
  multiplierHundredths: ({ chance }) => Math.floor(9_800 / chance),
  wins: ({ chance, side }, { roll }) =>
    side === 'under' ? roll < 100 * chance : roll >= rolls - 100 * chance,
  ways: ({ chance, side }) =>
    side === 'under' ? waysBelow(100 * chance, rolls) : drawValues - waysBelow(rolls - 100 * chance, rolls),
  returnsBp: [9_718, 9_800],
  sample: { amount: 100, chance: 50, side: 'under' },
});
