/** The figures in the texts of the guide and of About Us. */
import { defineGameFacts } from '@fairground/game-kit/web';
import type { LotteryConfig } from '../contract.ts';

export default defineGameFacts<LotteryConfig>({
  figures: (config, { formatCoins, formatReturn }) => ({
    picks: config.picks,
    balls: config.balls,
    lotteryMin: formatCoins(config.minBid),
    lotteryMax: formatCoins(config.maxBid),
    lotteryStep: formatCoins(config.step),
    lotteryReturn: formatReturn(config.rtpBp),
    minWin: Math.min(
      ...config.tiers.filter(({ multiplier }) => multiplier > 1).map(({ matches }) => matches),
    ),
  }),
});
