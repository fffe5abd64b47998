/** The figures in the texts of guides, all of them from GET /games/config: the texts hold none of their own. */
import type { GamesConfig } from '@fairground/contract/config';
import { formatCoins, formatReturn } from '../format/format.ts';

const decimals = (value: number): string => formatReturn(value * 100);
const seconds = (ms: number): string => decimals(Math.round(ms / 100) / 10);
const least = (values: readonly number[]): number => Math.min(...values);
const most = (values: readonly number[]): number => Math.max(...values);

export function toFacts({ aviator, doubleTrouble, lottery, mineField, wheel, ads, bonuses }: GamesConfig) {
  const firstGems = mineField.difficulties.map(({ steps }) => steps[0]?.rtpBp ?? 0);
  const wins = lottery.tiers.filter(({ multiplier }) => multiplier > 1).map(({ matches }) => matches);
  const prizes = wheel.segments.map(({ value }) => value);
  return {
    picks: lottery.picks,
    balls: lottery.balls,
    lotteryMin: formatCoins(lottery.minBid),
    lotteryMax: formatCoins(lottery.maxBid),
    lotteryStep: formatCoins(lottery.step),
    lotteryReturn: formatReturn(lottery.rtpBp),
    leastWin: least(wins),
    aviatorMin: formatCoins(aviator.minBet),
    aviatorStep: formatCoins(aviator.step),
    aviatorReturn: formatReturn(aviator.rtpBp),
    aviatorTop: formatCoins(aviator.maxMultiplier),
    autoMin: decimals(aviator.autoCashOut.min),
    autoMax: formatCoins(aviator.autoCashOut.max),
    doubleSeconds: seconds(Math.LN2 / aviator.growthPerMs),
    countdownSeconds: seconds(aviator.countdownMs),
    doubleMax: doubleTrouble.max,
    doubleHalf: doubleTrouble.half,
    drawSeconds: seconds(doubleTrouble.intervalMs),
    closeSeconds: seconds(doubleTrouble.closeMs),
    doubleMin: formatCoins(doubleTrouble.minBet),
    doubleMost: formatCoins(doubleTrouble.maxBet),
    doubleStep: formatCoins(doubleTrouble.step),
    mineMin: formatCoins(mineField.minBid),
    mineStep: formatCoins(mineField.step),
    mineLeast: formatReturn(least(firstGems)),
    mineMost: formatReturn(most(firstGems)),
    wheelSegments: wheel.segments.length,
    wheelTop: formatCoins(most(prizes)),
    wheelMean: formatCoins(Math.round(wheel.meanCoins)),
    adCoins: formatCoins(ads.coins),
    adSeconds: decimals(ads.seconds),
    adLimit: ads.dailyLimit,
    signupCoins: formatCoins(bonuses.signupCoins),
    referralCoins: formatCoins(bonuses.referralCoins),
  };
}

export type Facts = ReturnType<typeof toFacts>;

/** The part of the figures that guides show, to stand in a prerendered page. */
export const cutForPage = (config: GamesConfig): GamesConfig => ({
  ...config,
  mineField: {
    ...config.mineField,
    difficulties: config.mineField.difficulties.map((each) => ({ ...each, steps: each.steps.slice(0, 1) })),
  },
});
