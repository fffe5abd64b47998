/** The server's time, brought up to date each second. */
import { useEffect, useState } from 'react';
import { live } from '../../shared/realtime/live.ts';

export function useServerTime(): number {
  const [nowMs, setNowMs] = useState(() => live.clock.serverMs(Date.now()));
  useEffect(() => {
    // A quarter of a second keeps the seconds even; React draws only when the text has changed.
    const timer = setInterval(() => setNowMs(live.clock.serverMs(Date.now())), 250);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}
