/**
 * Double Trouble's rules: one number from 1 to max is drawn, which decides four kinds of bet.
 * Payouts and returns are worked out from the range, for both readings of it (30 and 50).
 */

export type DoubleTroubleMax = 30 | 50;
export type DrawType = 'Number' | 'Under' | 'Over' | 'Exact';

export const doubleTroubleRules = {
  minStakeCoins: 10,
  maxStakeCoins: 10_000,
  stakeStepCoins: 10,
  defaultStakeCoins: 10,
  quickStakesCoins: [10, 20, 50, 100],
  drawTypes: ['Number', 'Under', 'Over', 'Exact'],
  /** The maximum return of each kind of bet in percent, before rounding down. */
  targetPercent: 98,
  /** How many draws the status lists. */
  historyLength: 20,
} as const;

/** What a bet is on: `number` with `Number` alone. */
export interface Pick {
  drawType: DrawType;
  number: number | null;
}

/** The line between Under and Over; the number itself is Exact. */
export const halfOf = (max: DoubleTroubleMax): number => max / 2;

export const isValidStake = (stakeCoins: number): boolean =>
  Number.isInteger(stakeCoins) &&
  stakeCoins >= doubleTroubleRules.minStakeCoins &&
  stakeCoins <= doubleTroubleRules.maxStakeCoins &&
  stakeCoins % doubleTroubleRules.stakeStepCoins === 0;

export function isValidPick({ drawType, number }: Pick, max: DoubleTroubleMax): boolean {
  if (drawType !== 'Number') return number === null;
  return number !== null && Number.isInteger(number) && number >= 1 && number <= max;
}

export function wins({ drawType, number }: Pick, drawn: number, max: DoubleTroubleMax): boolean {
  switch (drawType) {
    case 'Number':
      return drawn === number;
    case 'Under':
      return drawn < halfOf(max);
    case 'Over':
      return drawn > halfOf(max);
    case 'Exact':
      return drawn === halfOf(max);
  }
}

/** Which of the three kinds that split the range a drawn number is. */
export function sideOf(drawn: number, max: DoubleTroubleMax): Exclude<DrawType, 'Number'> {
  if (drawn < halfOf(max)) return 'Under';
  return drawn > halfOf(max) ? 'Over' : 'Exact';
}

/** How many of the numbers win; a bet on a number has one, whichever it is. */
export function winningNumberCount(drawType: DrawType, max: DoubleTroubleMax): number {
  const pick = { drawType, number: drawType === 'Number' ? 1 : null };
  return Array.from({ length: max }, (_, index) => index + 1).filter((drawn) => wins(pick, drawn, max))
    .length;
}

/** floor(98 % x max / winning numbers) to one decimal, so that each step of 10 coins pays exactly. In hundredths. */
export function payoutHundredths(drawType: DrawType, max: DoubleTroubleMax): number {
  const tenths = Math.floor(
    (doubleTroubleRules.targetPercent * max) / (10 * winningNumberCount(drawType, max)),
  );
  return tenths * 10;
}

/** floor(stake x multiplier); both are small enough for the product to be exact. */
export const payoutCoins = (stakeCoins: number, hundredths: number): number =>
  Math.floor((stakeCoins * hundredths) / 100);

/** The average return, in basis points: every number counted once. */
export function returnBp(drawType: DrawType, max: DoubleTroubleMax): number {
  return (winningNumberCount(drawType, max) * payoutHundredths(drawType, max) * 100) / max;
}
