/** Seconds until the next round, on the server's clock, so that few messages are enough. */
import { useGameEvents, useServerNow } from '@fairground/game-kit/web';
import { useEffect, useState } from 'react';
import type { AviatorCountdown } from '../contract.ts';
import { aviatorCache } from './stage/cache.ts';

/** Shown until the server has named a round. */
export const defaultCountdown = 10;
/** Below this many seconds the display shows when the next round starts. */
export const countdownShownBelow = 8;

/** However short the countdown is, the crash is shown for so long. */
const crashShownMs = 1_000;

/** Whether a round that the page followed has only just crashed. */
export function useFreshCrash(): boolean {
  const [roundId, setRoundId] = useState<string | null>(null);
  useGameEvents(aviatorCache.events, (event) => {
    if (event.type === 'crashed') setRoundId(event.roundId);
  });
  useEffect(() => {
    if (roundId === null) return;
    const timer = setTimeout(() => setRoundId(null), crashShownMs);
    return () => clearTimeout(timer);
  }, [roundId]);
  return roundId !== null;
}

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
