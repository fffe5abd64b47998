/**
 * High Striker's rules: stakes, targets, payouts and their exact odds. Targets and heights are whole hundredths
 * inside (250 is 2.50x). draw.ts draws the height; nothing here is random.
 */

export const strikerRules = {
  minStakeCoins: 100,
  stakeStepCoins: 100,
  maxStakeCoins: 10_000,
  defaultStakeCoins: 100,
  quickStakesCoins: [100, 500, 1_000, 10_000],
  minTargetHundredths: 101,
  maxTargetHundredths: 100_000,
  defaultTargetHundredths: 200,
  quickTargetsHundredths: [150, 200, 500, 1_000],
  /** The average return of ten thousand coins, the same at every target. */
  rtpBp: 9_800,
} as const;

/** The hundredths of a target such as 2.5, or null where it has more than two decimals or is out of range. */
export function parseTarget(target: number): number | null {
  const hundredths = Math.round(target * 100);
  const isExact = Number.isSafeInteger(hundredths) && hundredths / 100 === target;
  return isExact && isValidTarget(hundredths) ? hundredths : null;
}

export const isValidTarget = (hundredths: number): boolean =>
  Number.isSafeInteger(hundredths) &&
  hundredths >= strikerRules.minTargetHundredths &&
  hundredths <= strikerRules.maxTargetHundredths;

export const isWin = (heightHundredths: number, targetHundredths: number): boolean =>
  heightHundredths >= targetHundredths;

/** Exact: stakes are multiples of a hundred, so no payout loses a fraction. */
export const payoutCoins = (stakeCoins: number, targetHundredths: number): number =>
  (stakeCoins / strikerRules.stakeStepCoins) * targetHundredths;

/**
 * Where a height is on the tower, from 0 at its foot to 1 at the bell. The scale is logarithmic, as multipliers
 * are: each doubling is the same way up.
 */
export const placeOnTower = (height: number): number => {
  const lowest = strikerRules.rtpBp / 10_000;
  const highest = strikerRules.maxTargetHundredths / 100;
  const place = Math.log(height / lowest) / Math.log(highest / lowest);
  return Math.min(1, Math.max(0, place));
};
