/** The strategy lab: what games contribute, and the simulation. It runs in a worker too, so it imports no component. */
export { createRandom, type LabRandom } from './random.ts';
export { defineInstantLab } from './instant.ts';
export {
  defineGameLab,
  twoOutcomes,
  type GameLabPart,
  type LabChoice,
  type LabField,
  type LabGame,
} from './part.ts';
export { maxRounds } from '../auto-play/plan.ts';
export { labRules, planOf, type LabPlay, type LabRule } from './rules.ts';
export { createSimulation, type LabResult, type LabRun } from './simulate.ts';
export type { Spread } from './spread.ts';
