/** The guide on /how-to-play. */
import { defineGameGuide } from '@fairground/game-kit/web';
import type { AviatorConfig } from '../contract.ts';
import type { Texts } from './texts.ts';

export default defineGameGuide<Texts['guide'], AviatorConfig>({
  lead: 'guide.aviator.lead',
  steps: ['guide.aviator.step1', 'guide.aviator.step2', 'guide.aviator.step3', 'guide.aviator.step4'],
  notes: [
    'guide.aviator.note1',
    'guide.aviator.note2',
    'guide.aviator.noteParachute',
    'guide.aviator.note3',
    'guide.aviator.note4',
  ],
});
