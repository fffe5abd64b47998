/** High Striker in the strategy lab: strikes at one target. */
import { defineInstantLab } from '@fairground/game-kit/web/lab';
import game from '../game.ts';
import type { Texts } from './texts.ts';

export default defineInstantLab<Texts['lab']>(game, {
  labels: { target: 'lab.striker.target' },
  roundsPerHour: 600,
  pace: 'lab.striker.pace',
});
