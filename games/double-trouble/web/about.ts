/** The game on About Us. */
import { defineGameAbout } from '@fairground/game-kit/web';
import type { DoubleTroubleConfig } from '../contract.ts';
import { PayoutTable } from './components/payout-table.tsx';
import type { Texts } from './texts.ts';

export default defineGameAbout<Texts['about'], DoubleTroubleConfig>({
  place: 2,
  as: 'section',
  title: 'about.doubleTrouble',
  text: 'about.doubleTroubleText',
  Table: PayoutTable,
});
