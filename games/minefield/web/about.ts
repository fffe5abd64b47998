/** The game on About Us. */
import { defineGameAbout } from '@fairground/game-kit/web';
import type { MinefieldConfig } from '../contract.ts';
import { DifficultyTable } from './components/difficulty-table.tsx';
import type { Texts } from './texts.ts';

export default defineGameAbout<Texts['about'], MinefieldConfig>({
  place: 4,
  as: 'section',
  title: 'about.minefield',
  text: 'about.minefieldText',
  Table: DifficultyTable,
});
