/** The guide on /how-to-play. */
import { defineGameGuide } from '@fairground/game-kit/web';
import type { DoubleTroubleConfig } from '../contract.ts';
import { PayoutTable } from './components/payout-table.tsx';
import type { Texts } from './texts.ts';

export default defineGameGuide<Texts['guide'], DoubleTroubleConfig>({
  lead: 'guide.doubleTrouble.lead',
  steps: ['guide.doubleTrouble.step1', 'guide.doubleTrouble.step2', 'guide.doubleTrouble.step3'],
  notes: [
    'guide.doubleTrouble.note1',
    'guide.doubleTrouble.note2',
    'guide.doubleTrouble.note3',
    'guide.doubleTrouble.note4',
  ],
  Table: PayoutTable,
});
