/**
 * The server's time, and the only place where a page reads it: whatever compares an instant of the server's with
 * the present uses this, so that a device whose clock is wrong shows the right seconds.
 */
import { useEffect, useEffectEvent, useState } from 'react';
import { live } from './live.ts';

/** Ten times a second, so that seconds change when they should. */
const readEveryMs = 100;

/** The best estimate, in milliseconds since the epoch. */
export const serverNowMs = (): number => live.serverMs();

/** For animations: a correction is spread over several frames instead of being seen as a jump. */
export const smoothServerNowMs = (): number => live.smoothServerMs();

/**
 * Calls `read` with the server's time several times a second, and renders when the result has changed, member by
 * member. `subject` is what `read` is about, such as the draw: when that changes, it is read immediately.
 */
export function useServerNow<Reading>(read: (nowMs: number) => Reading, subject: unknown): Reading {
  const [reading, setReading] = useState(() => read(serverNowMs()));
  const readNow = useEffectEvent(() => {
    const next = read(serverNowMs());
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
