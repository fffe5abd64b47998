/** The figures in the texts of the guide and of About Us. */
import { defineGameFacts } from '@fairground/game-kit/web';
import type { WheelConfig } from '../contract.ts';

export default defineGameFacts<WheelConfig>({
  figures: (config, { formatCoins, formatFactor }) => ({
    wheelSegments: config.segments.length,
    wheelTop: formatCoins(Math.max(...config.segments.map(({ value }) => value))),
    wheelMean: formatFactor(config.meanCoins),
  }),
});
