/** How far the wheel turns so that the drawn segment ends at the top: degrees clockwise, never backwards. */
import { wheelRules } from '../../rules.ts';

const fullTurns = 5;

/** Segment `n` is `n` steps clockwise of the top when the wheel is at 0. */
export function turnTo(segment: number, from: number): number {
  const target = -segment * wheelRules.segmentDegrees;
  const rest = (((target - from) % 360) + 360) % 360;
  return from + fullTurns * 360 + rest;
}

/** The angle of the wheel with that segment at the top. */
export const restingAt = (segment: number): number => -segment * wheelRules.segmentDegrees;

/** The segment at the top. */
export const segmentAtTop = (turn: number): number => {
  const segments = 360 / wheelRules.segmentDegrees;
  const steps = Math.round(-turn / wheelRules.segmentDegrees);
  return ((steps % segments) + segments) % segments;
};
