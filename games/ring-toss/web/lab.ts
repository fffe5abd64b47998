/** Ring Toss in the strategy lab: tosses with one choice. */
import { defineInstantLab } from '@fairground/game-kit/web/lab';
import game from '../game.ts';
import type { Texts } from './texts.ts';

export default defineInstantLab<Texts['lab']>(game, {
  labels: { chance: 'lab.ringToss.chance', side: 'lab.ringToss.side' },
  options: { side: { under: 'lab.ringToss.under', over: 'lab.ringToss.over' } },
  roundsPerHour: 600,
  pace: 'lab.ringToss.pace',
});
