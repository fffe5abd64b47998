/** A recorded strike as its replay shows it: the hammer swings, the puck flies to its height and stays there. Pure. */
import type { StrikerRound } from '../contract.ts';
import game from '../game.ts';

export const swingMs = 400;
const flightMs = 1_600;
export const motionMs = swingMs + flightMs;

interface ReplayMoment {
  phase: 'swinging' | 'flying' | 'landed';
  /** Where the puck is. */
  height: number;
}

/** The foot of the tower's scale. */
const lowest = game.drawn.height.min / 100;

/** The scale is logarithmic, so the puck slows down as it is seen to; it never passes its height. */
export function replayMomentAt({ height }: StrikerRound, atMs: number): ReplayMoment {
  if (atMs < swingMs) return { phase: 'swinging', height: lowest };
  const flown = Math.min(1, (atMs - swingMs) / flightMs);
  if (flown === 1) return { phase: 'landed', height };
  const share = 1 - (1 - flown) ** 3;
  const now = lowest * (Math.max(height, lowest) / lowest) ** share;
  return { phase: 'flying', height: Math.min(height, Math.floor(now * 100) / 100) };
}
