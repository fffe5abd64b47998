/** When a player was last here, according to this browser: noted while a page of theirs is visible in any tab. */
import { useEffect, useState } from 'react';
import { createNote } from '../store/note.ts';
import { serverNowMs } from '../live/server-now.ts';

interface LastVisit {
  playerId: string;
  atMs: number;
}

/** Without storage nothing is reported on return. */
const noted = createNote<LastVisit>('last-visit', (stored) => {
  const { playerId, atMs } = JSON.parse(stored) as Partial<LastVisit>;
  return typeof playerId === 'string' && typeof atMs === 'number' ? { playerId, atMs } : null;
});
const noteEveryMs = 15_000;
/** After a shorter absence nothing is reported. */
const awayMs = 5 * 60_000;

/** When the player left, in milliseconds; null if they did not, or if it is not known. */
export const awaySince = (note: LastVisit | null, playerId: string, nowMs: number): number | null =>
  note !== null && note.playerId === playerId && nowMs - note.atMs >= awayMs ? note.atMs : null;

/** Null until the player comes back, with a page load or to a tab that was hidden. */
export function useReturn(playerId: string): { sinceMs: number | null; forget: () => void } {
  'use memo';
  const [sinceMs, setSinceMs] = useState<number | null>(null);
  useEffect(() => {
    const follow = (): void => {
      if (document.visibilityState === 'visible') {
        const since = awaySince(noted.read(), playerId, serverNowMs());
        if (since !== null) setSinceMs(since);
      }
      noted.write({ playerId, atMs: serverNowMs() });
    };
    follow();
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') follow();
    }, noteEveryMs);
    document.addEventListener('visibilitychange', follow);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', follow);
    };
  }, [playerId]);
  return { sinceMs, forget: () => setSinceMs(null) };
}
