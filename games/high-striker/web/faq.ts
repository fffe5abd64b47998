/** The game's questions on /faq, and the figures in their answers. */
import { defineGameFaq, instantFigures } from '@fairground/game-kit/web';

export default defineGameFaq({
  categories: [{ id: 'highStriker', questions: ['how', 'odds', 'stake', 'check'] }],
  figures: instantFigures('striker'),
});
