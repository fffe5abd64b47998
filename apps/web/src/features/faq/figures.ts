/** The figures in the answers, all of them from GET /games/config: the texts hold none of their own. */
import type { GamesConfig } from '@fairground/contract/config';
import { formatCoins, formatFactor, formatReturn } from '../../shared/format/format.ts';

export type Figures = Record<string, string>;

const factor = formatFactor;
const seconds = (ms: number): string => factor(ms / 1000);

export const toFigures = (config: GamesConfig): Figures => {
  const { aviator, doubleTrouble, lottery, mineField, wheel, ads, bonuses } = config;
  const firstGems = mineField.difficulties.map(({ steps }) => steps[0]?.rtpBp ?? 0);
  const doubleReturns = doubleTrouble.bets.map(({ rtpBp }) => rtpBp);
  return {
    signupCoins: formatCoins(bonuses.signupCoins),
    referralCoins: formatCoins(bonuses.referralCoins),
    adSeconds: factor(ads.seconds),
    adCoins: formatCoins(ads.coins),
    adLimit: factor(ads.dailyLimit),
    wheelSegments: factor(wheel.segments.length),
    wheelEmpty: factor(wheel.segments.filter(({ value }) => value === 0).length),
    wheelMost: formatCoins(Math.max(...wheel.segments.map(({ value }) => value))),
    wheelMean: formatCoins(Math.round(wheel.meanCoins)),
    aviatorReturn: formatReturn(aviator.rtpBp),
    aviatorMin: formatCoins(aviator.minBet),
    aviatorStep: formatCoins(aviator.step),
    autoMin: factor(aviator.autoCashOut.min),
    autoMax: factor(aviator.autoCashOut.max),
    countdownSeconds: seconds(aviator.countdownMs),
    doubleMax: factor(doubleTrouble.max),
    doubleHalf: factor(doubleTrouble.half),
    doubleSeconds: seconds(doubleTrouble.intervalMs),
    doubleMin: formatCoins(doubleTrouble.minBet),
    doubleMaxBet: formatCoins(doubleTrouble.maxBet),
    doubleStep: formatCoins(doubleTrouble.step),
    doubleLeast: formatReturn(Math.min(...doubleReturns)),
    doubleMost: formatReturn(Math.max(...doubleReturns)),
    ...Object.fromEntries(
      doubleTrouble.bets.flatMap(({ drawType, multiplier, rtpBp }) => [
        [`${drawType.toLowerCase()}Pays`, factor(multiplier)],
        [`${drawType.toLowerCase()}Return`, formatReturn(rtpBp)],
      ]),
    ),
    picks: factor(lottery.picks),
    balls: factor(lottery.balls),
    lotteryMin: formatCoins(lottery.minBid),
    lotteryMax: formatCoins(lottery.maxBid),
    lotteryReturn: formatReturn(lottery.rtpBp),
    ...Object.fromEntries(
      lottery.tiers.flatMap(({ matches, multiplier, oneIn }) => [
        [`tier${matches}`, factor(multiplier)],
        [`odds${matches}`, factor(oneIn)],
      ]),
    ),
    mineMin: formatCoins(mineField.minBid),
    mineStep: formatCoins(mineField.step),
    mineLeast: formatReturn(Math.min(...firstGems)),
    mineMost: formatReturn(Math.max(...firstGems)),
    ...Object.fromEntries(
      mineField.difficulties.flatMap(({ name, gems, traps, multiplierIncrement }) => [
        [`${name.toLowerCase()}Gems`, factor(gems)],
        [`${name.toLowerCase()}Mines`, factor(traps)],
        [`${name.toLowerCase()}Step`, multiplierIncrement.toFixed(2)],
      ]),
    ),
  };
};

/** Stands for a figure until the server has told it. */
export const unknownFigures: Figures = new Proxy({}, { get: () => '…', has: () => true });
