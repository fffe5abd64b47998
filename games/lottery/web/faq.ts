/** The game's questions on /faq, and the figures in their answers. */
import { defineGameFaq } from '@fairground/game-kit/web';
import type { LotteryConfig } from '../contract.ts';

export default defineGameFaq<LotteryConfig>({
  categories: [
    { place: 5, id: 'virtualLottery', questions: ['how', 'when', 'several', 'sealed'] },
    { place: 6, id: 'lotteryInformation', questions: ['win', 'pays', 'odds', 'numbers'] },
  ],
  figures: (config, { formatCoins, formatFactor, formatReturn }) => ({
    picks: formatFactor(config.picks),
    balls: formatFactor(config.balls),
    lotteryMin: formatCoins(config.minBid),
    lotteryMax: formatCoins(config.maxBid),
    lotteryReturn: formatReturn(config.rtpBp),
    ...Object.fromEntries(
      config.tiers.flatMap(({ matches, multiplier, oneIn }) => [
        [`tier${matches}`, formatFactor(multiplier)],
        [`odds${matches}`, formatFactor(oneIn)],
      ]),
    ),
  }),
});
