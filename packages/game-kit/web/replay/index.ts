/** Replays of rounds that are over, for the part of a game's pages that shows them. */
export { createReplayClock, type ReplayClock } from './clock.ts';
export { Replay, useReplay } from './replay.tsx';
