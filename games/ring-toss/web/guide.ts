/** The guide on /how-to-play. */
import { defineGameGuide } from '@fairground/game-kit/web';
import type { Texts } from './texts.ts';

export default defineGameGuide<Texts['guide']>({
  lead: 'guide.ringToss.lead',
  steps: ['guide.ringToss.step1', 'guide.ringToss.step2', 'guide.ringToss.step3'],
  notes: ['guide.ringToss.note1', 'guide.ringToss.note2', 'guide.ringToss.note3'],
});
