/** The guide on /how-to-play. */
import { defineGameGuide } from '@fairground/game-kit/web';
import type { LotteryConfig } from '../contract.ts';
import { TierTable } from './components/tier-table.tsx';
import type { Texts } from './texts.ts';

export default defineGameGuide<Texts['guide'], LotteryConfig>({
  lead: 'guide.lottery.lead',
  steps: ['guide.lottery.step1', 'guide.lottery.step2', 'guide.lottery.step3', 'guide.lottery.step4'],
  notes: ['guide.lottery.note1', 'guide.lottery.note2', 'guide.lottery.note3', 'guide.lottery.note4'],
  Table: TierTable,
});
