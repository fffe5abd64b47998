/** The game's questions on /faq, and the figures in their answers. */
import { defineGameFaq } from '@fairground/game-kit/web';
import type { StrikerConfig } from '../contract.ts';
import { strikerFigures } from './figures.ts';

export default defineGameFaq<StrikerConfig>({
  categories: [{ place: 13, id: 'highStriker', questions: ['how', 'odds', 'stake', 'check'] }],
  figures: strikerFigures,
});
