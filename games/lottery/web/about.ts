/** The game on About Us. */
import { defineGameAbout } from '@fairground/game-kit/web';
import type { LotteryConfig } from '../contract.ts';
import { TierTable } from './components/tier-table.tsx';
import type texts from './messages/en/about.json';

export default defineGameAbout<typeof texts, LotteryConfig>({
  place: 1,
  as: 'section',
  title: 'about.lottery',
  text: 'about.lotteryText',
  Table: TierTable,
});
