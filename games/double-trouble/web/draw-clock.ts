/**
 * Seconds until the draw, the share of the interval that is left, and whether bets are closed, on the server's clock.
 */
import { useServerNow } from '@fairground/game-kit/web';
import type { DoubleTroubleStatus } from '../contract.ts';

export interface DrawClock {
  /** Rounded up; null until the draw is known. */
  seconds: number | null;
  /** How many of the drum's thirty lights are on. */
  lights: number;
  closed: boolean;
  /** Two seconds past its time. */
  isLate: boolean;
}

const lateAfterMs = 2_000;

export const lightCount = 30;

const unknown: DrawClock = { seconds: null, lights: 0, closed: true, isLate: false };

export const useDrawClock = (next: DoubleTroubleStatus['next'] | undefined, intervalMs: number): DrawClock =>
  useServerNow((nowMs) => (next === undefined ? null : readDrawClock(next, intervalMs, nowMs)), next) ??
  unknown;

export function readDrawClock(
  { drawsAt, closesAt }: Pick<DoubleTroubleStatus['next'], 'drawsAt' | 'closesAt'>,
  intervalMs: number,
  nowMs: number,
): DrawClock {
  const leftMs = Math.max(0, Date.parse(drawsAt) - nowMs);
  return {
    seconds: Math.ceil(leftMs / 1000),
    lights: Math.min(lightCount, Math.ceil((leftMs / intervalMs) * lightCount)),
    closed: nowMs >= Date.parse(closesAt),
    isLate: nowMs >= Date.parse(drawsAt) + lateAfterMs,
  };
}
