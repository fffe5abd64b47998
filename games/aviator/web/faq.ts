/** The game's questions on /faq, and the figures in their answers. */
import { defineGameFaq } from '@fairground/game-kit/web';
import type { AviatorConfig } from '../contract.ts';

export default defineGameFaq<AviatorConfig>({
  categories: [{ place: 7, id: 'aviator', questions: ['how', 'stake', 'auto', 'lag'] }],
  figures: (config, { formatCoins, formatFactor, formatReturn }) => ({
    aviatorReturn: formatReturn(config.rtpBp),
    aviatorMin: formatCoins(config.minBet),
    aviatorStep: formatCoins(config.step),
    autoMin: formatFactor(config.autoCashOut.min),
    autoMax: formatFactor(config.autoCashOut.max),
    countdownSeconds: formatFactor(config.countdownMs / 1000),
  }),
});
