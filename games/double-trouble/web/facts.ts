/** The figures in the texts of the guide and of About Us. */
import { defineGameFacts } from '@fairground/game-kit/web';
import type { DoubleTroubleConfig } from '../contract.ts';

export default defineGameFacts<DoubleTroubleConfig>({
  figures: (config, { formatCoins, formatFactor }) => {
    const seconds = (ms: number): string => formatFactor(Math.round(ms / 100) / 10);
    return {
      doubleMax: config.max,
      doubleHalf: config.half,
      drawSeconds: seconds(config.intervalMs),
      closeSeconds: seconds(config.closeMs),
      doubleMin: formatCoins(config.minBet),
      doubleMost: formatCoins(config.maxBet),
      doubleStep: formatCoins(config.step),
    };
  },
});
