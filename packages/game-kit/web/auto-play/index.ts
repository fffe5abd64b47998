/** Auto-play, for the part of a game's page that is loaded when it is opened. */
export { AutoPlayPart } from './part.tsx';
export type { RoundOutcome } from './plan.ts';
export { until } from './until.ts';
export { pauseBetweenRounds, type AutoPlaySetup } from './setup.ts';
