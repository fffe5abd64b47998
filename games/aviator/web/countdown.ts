/** Seconds until the next round, on the server's clock, so that few messages are enough. */
import { useServerNow } from '@fairground/game-kit/web';
import type { AviatorCountdown } from '../contract.ts';

/** Shown until the server has named a round. */
export const defaultCountdown = 10;
/** Below this many seconds the display shows when the next round starts. */
export const countdownShownBelow = 8;

interface Reading {
  startsAt: string;
  seconds: number;
}

export function useCountdown(next: AviatorCountdown | null): number {
  // Until betting closes, which is the start where no beacon is used.
  const startsAt = next?.closesAt;
  const reading = useServerNow<Reading | null>(
    (nowMs) => (startsAt === undefined ? null : { startsAt, seconds: secondsUntil(startsAt, nowMs) }),
    startsAt,
  );
  // A reading of the previous round does not apply to this one.
  return reading !== null && reading.startsAt === startsAt
    ? reading.seconds
    : (next?.countdown ?? defaultCountdown);
}

const secondsUntil = (startsAt: string, nowMs: number): number =>
  Math.min(600, Math.max(0, Math.ceil((Date.parse(startsAt) - nowMs) / 1000)));
