/** The figures in the texts of the guide and of About Us. */
import { defineGameFacts } from '@fairground/game-kit/web';
import type { AviatorConfig } from '../contract.ts';

export default defineGameFacts<AviatorConfig>({
  figures: (config, { formatCoins, formatFactor, formatReturn }) => {
    const seconds = (ms: number): string => formatFactor(Math.round(ms / 100) / 10);
    return {
      aviatorMin: formatCoins(config.minBet),
      aviatorStep: formatCoins(config.step),
      aviatorReturn: formatReturn(config.rtpBp),
      aviatorTop: formatCoins(config.maxMultiplier),
      autoMin: formatFactor(config.autoCashOut.min),
      autoMax: formatCoins(config.autoCashOut.max),
      doubleSeconds: seconds(Math.LN2 / config.growthPerMs),
      countdownSeconds: seconds(config.countdownMs),
    };
  },
});
