/** The game's questions on /faq, and the figures in their answers. */
import { defineGameFaq, instantFigures } from '@fairground/game-kit/web';

export default defineGameFaq({
  categories: [{ id: 'ringToss', questions: ['how', 'stake', 'check'] }],
  figures: instantFigures('ringToss'),
});
