/** The game's questions on /faq, and the figures in their answers. */
import { defineGameFaq } from '@fairground/game-kit/web';
import type { DoubleTroubleConfig } from '../contract.ts';

export default defineGameFaq<DoubleTroubleConfig>({
  categories: [{ place: 8, id: 'doubleTrouble', questions: ['how', 'kinds', 'pays', 'stake'] }],
  figures: (config, { formatCoins, formatFactor, formatReturn }) => ({
    doubleMax: formatFactor(config.max),
    doubleHalf: formatFactor(config.half),
    doubleSeconds: formatFactor(config.intervalMs / 1000),
    doubleMin: formatCoins(config.minBet),
    doubleMaxBet: formatCoins(config.maxBet),
    doubleStep: formatCoins(config.step),
    doubleLeast: formatReturn(Math.min(...config.bets.map(({ rtpBp }) => rtpBp))),
    doubleMost: formatReturn(Math.max(...config.bets.map(({ rtpBp }) => rtpBp))),
    ...Object.fromEntries(
      config.bets.flatMap(({ drawType, multiplier, rtpBp }) => [
        [`${drawType.toLowerCase()}Pays`, formatFactor(multiplier)],
        [`${drawType.toLowerCase()}Return`, formatReturn(rtpBp)],
      ]),
    ),
  }),
});
