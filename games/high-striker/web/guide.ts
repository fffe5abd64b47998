/** The guide on /how-to-play. */
import { defineGameGuide } from '@fairground/game-kit/web';
import type { Texts } from './texts.ts';

export default defineGameGuide<Texts['guide']>({
  lead: 'guide.highStriker.lead',
  steps: ['guide.highStriker.step1', 'guide.highStriker.step2', 'guide.highStriker.step3'],
  notes: ['guide.highStriker.note1', 'guide.highStriker.note2', 'guide.highStriker.note3'],
});
