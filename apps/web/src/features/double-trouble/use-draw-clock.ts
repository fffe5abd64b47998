/** Seconds until the draw, the share of the interval that is left, and whether bets are closed, on the server's clock. */
import type { DoubleTroubleStatus } from '@fairground/game-double-trouble/contract';
import { useEffect, useState } from 'react';
import { live } from '../../shared/realtime/live.ts';

export type DrawClock = {
  /** Whole seconds, rounded up; null until the draw is known. */
  seconds: number | null;
  /** How many of the drum's thirty bulbs are lit. */
  bulbs: number;
  closed: boolean;
};

export const bulbCount = 30;

export function useDrawClock(next: DoubleTroubleStatus['next'] | undefined, intervalMs: number): DrawClock {
  const [clock, setClock] = useState<DrawClock>({ seconds: null, bulbs: 0, closed: true });
  const drawsAt = next?.drawsAt;
  const closesAt = next?.closesAt;
  useEffect(() => {
    if (drawsAt === undefined || closesAt === undefined) return;
    const drawsAtMs = Date.parse(drawsAt);
    const closesAtMs = Date.parse(closesAt);
    const look = (): void => {
      const nowMs = live.clock.serverMs(Date.now());
      const leftMs = Math.max(0, drawsAtMs - nowMs);
      const seen = {
        seconds: Math.ceil(leftMs / 1000),
        bulbs: Math.min(bulbCount, Math.ceil((leftMs / intervalMs) * bulbCount)),
        closed: nowMs >= closesAtMs,
      };
      setClock((held) =>
        held.seconds === seen.seconds && held.bulbs === seen.bulbs && held.closed === seen.closed
          ? held
          : seen,
      );
    };
    const first = setTimeout(look, 0);
    const timer = setInterval(look, 100);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [drawsAt, closesAt, intervalMs]);
  return clock;
}
