/** What a page reads off the server's clock, such as the seconds until a draw. */
import { useEffect, useEffectEvent, useState } from 'react';
import { live } from '@fairground/web/entities/live/live.ts';

/** Ten times a second, so that seconds change when they should. */
const readEveryMs = 100;

/**
 * Reads from the server's time in milliseconds again and again, and renders when what was read has changed, member
 * by member. `subject` is what `read` is about, such as the draw: when that changes, it is read at once.
 */
export function useServerNow<Reading>(read: (nowMs: number) => Reading, subject: unknown): Reading {
  const [reading, setReading] = useState(() => read(live.clock.serverMs(Date.now())));
  const readNow = useEffectEvent(() => {
    const next = read(live.clock.serverMs(Date.now()));
    setReading((known) => (isSame(known, next) ? known : next));
  });
  useEffect(() => {
    const first = setTimeout(() => readNow(), 0);
    const timer = setInterval(() => readNow(), readEveryMs);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [subject]);
  return reading;
}

function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  return Object.entries(other).every(([name, value]) =>
    Object.is((one as Record<string, unknown>)[name], value),
  );
}
