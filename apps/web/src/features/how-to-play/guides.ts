/** What each guide says, in the order of its tab. */
import type { Stall } from '../../shared/scene/stall-pictures.tsx';
import type { GuideKey } from './texts.ts';

export interface GuideOfGame {
  id: Stall;
  /** Stands after the # of the address. */
  anchor: string;
  lead: GuideKey;
  steps: readonly GuideKey[];
  notes: readonly GuideKey[];
}

export const guides: readonly [GuideOfGame, ...GuideOfGame[]] = [
  {
    id: 'lottery',
    anchor: 'lottery',
    lead: 'guide.lottery.lead',
    steps: ['guide.lottery.step1', 'guide.lottery.step2', 'guide.lottery.step3', 'guide.lottery.step4'],
    notes: ['guide.lottery.note1', 'guide.lottery.note2', 'guide.lottery.note3', 'guide.lottery.note4'],
  },
  {
    id: 'aviator',
    anchor: 'aviator',
    lead: 'guide.aviator.lead',
    steps: ['guide.aviator.step1', 'guide.aviator.step2', 'guide.aviator.step3', 'guide.aviator.step4'],
    notes: ['guide.aviator.note1', 'guide.aviator.note2', 'guide.aviator.note3', 'guide.aviator.note4'],
  },
  {
    id: 'doubleTrouble',
    anchor: 'double-trouble',
    lead: 'guide.doubleTrouble.lead',
    steps: ['guide.doubleTrouble.step1', 'guide.doubleTrouble.step2', 'guide.doubleTrouble.step3'],
    notes: [
      'guide.doubleTrouble.note1',
      'guide.doubleTrouble.note2',
      'guide.doubleTrouble.note3',
      'guide.doubleTrouble.note4',
    ],
  },
  {
    id: 'minefield',
    anchor: 'minefield',
    lead: 'guide.minefield.lead',
    steps: [
      'guide.minefield.step1',
      'guide.minefield.step2',
      'guide.minefield.step3',
      'guide.minefield.step4',
      'guide.minefield.step5',
    ],
    notes: [
      'guide.minefield.note1',
      'guide.minefield.note2',
      'guide.minefield.note3',
      'guide.minefield.note4',
    ],
  },
];
