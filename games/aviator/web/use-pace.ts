/**
 * How often the page needs the flight confirmed: four times a second for players with a bet in it. For everybody else
 * the live table confirms it once a second, and few messages are enough.
 */
import { useEffect, useState } from 'react';
import type { Ticks } from '@fairground/site-kit/realtime/live-client.ts';
import { flightTracker } from './live.ts';

export function usePace({ isFlying, hasBet }: { isFlying: boolean; hasBet: boolean }): Ticks {
  const [ticks, setTicks] = useState<Ticks>('all');
  const wanted = hasBet ? 'all' : 'sparse';
  // Not in flight, where the curve would stop until the slower pace has caught up.
  if (!isFlying && ticks !== wanted) setTicks(wanted);
  useEffect(() => flightTracker.setPace(ticks), [ticks]);
  return ticks;
}
