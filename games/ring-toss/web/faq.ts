/** The game's questions on /faq, and the figures in their answers. */
import { defineGameFaq } from '@fairground/game-kit/web';
import { figures, type Config } from './figures.ts';

export default defineGameFaq<Config>({
  categories: [{ place: 14, id: 'ringToss', questions: ['how', 'stake', 'check'] }],
  figures,
});
