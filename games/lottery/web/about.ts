/** The game on About Us. */
import { defineGameAbout } from '@fairground/game-kit/web';
import type { LotteryConfig } from '../contract.ts';
import { TierTable } from './components/tier-table.tsx';
import type { Texts } from './texts.ts';

export default defineGameAbout<Texts['about'], LotteryConfig>({
  place: 1,
  as: 'section',
  title: 'about.lottery',
  text: 'about.lotteryText',
  Table: TierTable,
});
