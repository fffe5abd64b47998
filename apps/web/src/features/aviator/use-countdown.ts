/** Whole seconds until the next round, on the server's clock, so that few messages are enough. */
import type { AviatorCountdown } from '@fairground/game-aviator/contract';
import { useEffect, useState } from 'react';
import { live } from '../../shared/realtime/live.ts';

/** Shown until the server has named a round. */
export const defaultCountdown = 10;
/** Below this many seconds the display says when the next round starts. */
export const countdownShownBelow = 8;

export function useCountdown(next: AviatorCountdown | null): number {
  const startsAt = next?.startsAt ?? null;
  const [counted, setCounted] = useState({ startsAt, seconds: defaultCountdown });
  useEffect(() => {
    if (startsAt === null) return;
    const startsAtMs = Date.parse(startsAt);
    const look = (): void => {
      const leftMs = startsAtMs - live.clock.serverMs(Date.now());
      const seconds = Math.min(600, Math.max(0, Math.ceil(leftMs / 1000)));
      setCounted((held) =>
        held.startsAt === startsAt && held.seconds === seconds ? held : { startsAt, seconds },
      );
    };
    const first = setTimeout(look, 0);
    const timer = setInterval(look, 100);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [startsAt]);
  // What was counted for the round before says nothing of this one.
  return counted.startsAt === startsAt ? counted.seconds : (next?.countdown ?? defaultCountdown);
}
