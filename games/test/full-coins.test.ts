/**
 * The returns that pages state are exact only where every payout is a whole number of coins, also of the smallest
 * stake. Of Aviator's they are not, so its panel states what a stake gives back.
 */
import { expect, test } from 'vitest';
import { doubleTroubleRules, payoutHundredths } from '../double-trouble/rules.ts';
import { lotteryRules, lotteryTiers } from '../lottery/rules.ts';
import { minefieldDifficulties, minefieldRules, minefieldSteps } from '../minefield/rules.ts';

/** Stakes are multiples of the step, so a step that is paid in whole coins is enough. */
const inFullCoins = (stakeCoins: number, hundredths: number): boolean =>
  (stakeCoins * hundredths) % 100 === 0;

test('Double Trouble pays whole coins on every kind of bet', () => {
  for (const max of [30, 50] as const)
    for (const type of ['Number', 'Under', 'Over', 'Exact'] as const)
      expect(inFullCoins(doubleTroubleRules.stakeStepCoins, payoutHundredths(type, max)), type).toBe(true);
});

test('the lottery pays whole coins in every tier', () => {
  for (const { matches, multiplier } of lotteryTiers())
    expect(inFullCoins(lotteryRules.bidStepCoins, 100 * multiplier), String(matches)).toBe(true);
});

test('Minefield pays whole coins after every gem', () => {
  for (const difficulty of Object.values(minefieldDifficulties))
    for (const { gems, hundredths } of minefieldSteps(difficulty))
      expect(inFullCoins(minefieldRules.stakeStepCoins, hundredths), String(gems)).toBe(true);
});
