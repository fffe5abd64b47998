/**
 * How many requests of any kind one address may make. It is checked before anything else is done for a request, so it
 * decides immediately, from this process's own counts; those of other processes are added to them every half second.
 */
import { accepted, refuse, type Result } from '@fairground/contract/errors';
import type { Clock, Timer } from '../platform/clock.ts';
import type { SharedCounts } from '../platform/messaging/shared-counts.ts';

export interface RequestLimiterOptions {
  clock: Clock;
  maxPerMinute?: number;
  /** Null where there is one process. */
  shared: Pick<SharedCounts, 'add'> | null;
}

interface Window {
  /** On all processes that this one knows of. */
  used: number;
  /** How many of `used` were not shared yet. */
  unshared: number;
  endsAt: number;
}

const windowMs = 60_000;
const shareEveryMs = 500;
const maxWindows = 100_000;

export const createRequestLimiter = ({ clock, maxPerMinute = 1_200, shared }: RequestLimiterOptions) => {
  const windows = new Map<string, Window>();
  let timer: Timer | undefined;
  let isSharing = false;

  /** Windows are in the order they were opened; the oldest are removed first, over or not. */
  const makeRoom = (now: number): void => {
    for (const [subject, { endsAt }] of windows) {
      if (windows.size < maxWindows && endsAt > now) return;
      windows.delete(subject);
    }
  };

  const share = async (counts: Pick<SharedCounts, 'add'>): Promise<void> => {
    const changed = [...windows].filter(([, { unshared }]) => unshared > 0);
    if (isSharing || changed.length === 0) return;
    isSharing = true;
    const sent = changed.map(([, { unshared }]) => unshared);
    try {
      const totals = await counts.add(
        changed.map(([subject, { unshared }]) => ({ key: `requests ${subject}`, by: unshared, windowMs })),
      );
      const now = clock.monotonic();
      changed.forEach(([, window], index) => {
        const total = totals[index];
        if (total === undefined) return;
        window.unshared -= sent[index] ?? 0;
        window.used = total.count + window.unshared;
        window.endsAt = now + total.remainingMs;
      });
    } catch {
      // The server is unavailable: this process continues with its own counts, and adds them when it is back.
    } finally {
      isSharing = false;
    }
  };

  if (shared !== null) timer = clock.setInterval(() => void share(shared), shareEveryMs);

  return {
    /** Counts one request, or refuses it. */
    take(subject: string): Result {
      const now = clock.monotonic();
      const window = windows.get(subject);
      if (window === undefined || window.endsAt <= now) {
        windows.delete(subject);
        makeRoom(now);
        windows.set(subject, { used: 1, unshared: 1, endsAt: now + windowMs });
        return accepted;
      }
      if (window.used >= maxPerMinute) {
        return refuse('rate_limited', { retryAfterSeconds: Math.ceil((window.endsAt - now) / 1_000) });
      }
      window.used += 1;
      window.unshared += 1;
      return accepted;
    },
    stop: () => timer?.cancel(),
  };
};

export type RequestLimiter = ReturnType<typeof createRequestLimiter>;
