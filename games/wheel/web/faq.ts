/** The game's questions on /faq, and the figures in their answers. */
import { defineGameFaq } from '@fairground/game-kit/web';
import type { WheelConfig } from '../contract.ts';

export default defineGameFaq<WheelConfig>({
  questions: [{ category: 'coins', after: 'get', id: 'wheel' }],
  figures: (config, { formatCoins, formatFactor }) => ({
    wheelSegments: formatFactor(config.segments.length),
    wheelEmpty: formatFactor(config.segments.filter(({ value }) => value === 0).length),
    wheelMost: formatCoins(Math.max(...config.segments.map(({ value }) => value))),
    wheelMean: formatFactor(config.meanCoins),
  }),
});
