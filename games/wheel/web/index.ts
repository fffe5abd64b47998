/** What the site knows of the daily wheel before its page is opened. */
import { defineGamePages } from '@fairground/game-kit/web';
import type { Texts } from './texts.ts';

export default defineGamePages<Texts['shell']>({
  id: 'wheel',
  dialog: { title: 'wheel.title', load: async () => (await import('./wheel-dialog.tsx')).WheelDialog },
  proof: { place: 5, label: 'fairness.game.wheel' },
});
