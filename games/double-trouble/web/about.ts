/** The game on About Us. */
import { defineGameAbout } from '@fairground/game-kit/web';
import type { DoubleTroubleConfig } from '../contract.ts';
import { PayoutTable } from './components/payout-table.tsx';
import type texts from './messages/en/about.json';

export default defineGameAbout<typeof texts, DoubleTroubleConfig>({
  place: 2,
  as: 'section',
  title: 'about.doubleTrouble',
  text: 'about.doubleTroubleText',
  Table: PayoutTable,
});
