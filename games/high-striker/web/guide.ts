/** The guide on /how-to-play. */
import { defineGameGuide } from '@fairground/game-kit/web';
import type texts from './messages/en/guide.json';

export default defineGameGuide<typeof texts>({
  lead: 'guide.highStriker.lead',
  steps: ['guide.highStriker.step1', 'guide.highStriker.step2', 'guide.highStriker.step3'],
  notes: ['guide.highStriker.note1', 'guide.highStriker.note2', 'guide.highStriker.note3'],
});
