/** The guide on /how-to-play. */
import { defineGameGuide } from '@fairground/game-kit/web';
import type { MinefieldConfig } from '../contract.ts';
import { DifficultyTable } from './components/difficulty-table.tsx';
import type { Texts } from './texts.ts';

export default defineGameGuide<Texts['guide'], MinefieldConfig>({
  lead: 'guide.minefield.lead',
  steps: [
    'guide.minefield.step1',
    'guide.minefield.step2',
    'guide.minefield.step3',
    'guide.minefield.step4',
    'guide.minefield.step5',
  ],
  notes: ['guide.minefield.note1', 'guide.minefield.note2', 'guide.minefield.note3', 'guide.minefield.note4'],
  Table: DifficultyTable,
});
