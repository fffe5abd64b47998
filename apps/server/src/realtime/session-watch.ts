/**
 * Ensures that no connection outlives the session it is bound to. Three things work together: a session is looked
 * up again after it was bound, so that one which ended in the meantime is detected; the bus announces each end;
 * and a poll revalidates all bound sessions with one statement: when the bus is lost and every half second until it is
 * back, and as a safety net while it is up. Expiry is checked locally every second.
 */
import { createBatcher } from '../platform/batcher.ts';
import type { Bus } from '../platform/messaging/bus.ts';
import type { Clock, Timer } from '../platform/clock.ts';
import type { Log } from '../platform/logger.ts';

/** A connection that is bound to a session, or about to be. */
export interface BoundConnection {
  /** Null for a visitor. */
  readonly sessionId: string | null;
}

const pollMs = 1_000;
const pollAwayMs = 500;
/** While the bus is up, one poll of this many revalidates. */
const pollsPerSafetyNet = 5;
const maxRecentlyEnded = 10_000;

export function createSessionWatch(deps: {
  clock: Clock;
  log: Log;
  bus: Pick<Bus, 'state' | 'outages' | 'onOutage'>;
  /** Milliseconds that each of these sessions still has; one that ended is missing. */
  liveSessions(sessionIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  connections: Iterable<BoundConnection>;
  /** Closes the connections of a session that ended. */
  end(sessionId: string): void;
}) {
  const { clock, log, bus, liveSessions, connections } = deps;
  /** On the monotonic clock; only of sessions that have connections. */
  const expiresAtMs = new Map<string, number>();
  const recentlyEnded = new Set<string>();
  let timer: Timer | null = null;
  let awayTimer: Timer | null = null;
  let polls = 0;
  let seenOutages = 0;
  let isRevalidating = false;

  const recordExpiry = (sessionId: string, remainingMs: number): void => {
    expiresAtMs.set(sessionId, clock.monotonic() + remainingMs);
  };

  const confirmLive = createBatcher<string, number | undefined>({
    maxBatch: 256,
    async run(sessionIds) {
      const live = await liveSessions([...new Set(sessionIds)]);
      return sessionIds.map((sessionId) => live.get(sessionId));
    },
  });

  const sessionEnded = (sessionId: string): void => {
    expiresAtMs.delete(sessionId);
    recentlyEnded.add(sessionId);
    for (const oldest of recentlyEnded) {
      if (recentlyEnded.size <= maxRecentlyEnded) break;
      recentlyEnded.delete(oldest);
    }
    deps.end(sessionId);
  };

  const boundSessions = (): Set<string> => {
    const bound = new Set<string>();
    for (const { sessionId } of connections) if (sessionId !== null) bound.add(sessionId);
    return bound;
  };

  const endExpired = (bound: ReadonlySet<string>): void => {
    const now = clock.monotonic();
    for (const [sessionId, expiresAt] of expiresAtMs) {
      if (expiresAt <= now) sessionEnded(sessionId);
      else if (!bound.has(sessionId)) expiresAtMs.delete(sessionId);
    }
  };

  /** False where it could not be done now. */
  const revalidate = async (bound: ReadonlySet<string>): Promise<boolean> => {
    if (isRevalidating) return false;
    if (bound.size === 0) return true;
    isRevalidating = true;
    try {
      const live = await liveSessions([...bound]);
      for (const sessionId of bound) {
        const remainingMs = live.get(sessionId);
        if (remainingMs === undefined) sessionEnded(sessionId);
        else if (!recentlyEnded.has(sessionId)) recordExpiry(sessionId, remainingMs);
      }
      return true;
    } catch (error) {
      // Connections remain open while the database is unavailable; the next poll retries.
      log.debug({ err: error }, 'the sessions of live connections could not be checked');
      return false;
    } finally {
      isRevalidating = false;
    }
  };

  const poll = async (): Promise<void> => {
    polls += 1;
    const bound = boundSessions();
    endExpired(bound);
    const outages = bus.outages();
    // Once after each outage too: what was announced in it was not received here.
    const isMissing = bus.state() === 'ok' && outages !== seenOutages;
    if (!isMissing && polls % pollsPerSafetyNet !== 0) return;
    if ((await revalidate(bound)) && bus.state() === 'ok') seenOutages = outages;
  };

  const pollAway = async (): Promise<void> => {
    awayTimer?.cancel();
    awayTimer = null;
    if (timer === null || bus.state() === 'ok') return;
    awayTimer = clock.setTimeout(() => void pollAway(), pollAwayMs);
    await revalidate(boundSessions());
  };
  bus.onOutage(() => void pollAway());

  return {
    /** Whether the session lives, by a statement that begins after this call. Rejects while that cannot be known. */
    async confirm(sessionId: string): Promise<boolean> {
      if (recentlyEnded.has(sessionId)) return false;
      const remainingMs = await confirmLive(sessionId);
      if (remainingMs === undefined || recentlyEnded.has(sessionId)) return false;
      recordExpiry(sessionId, remainingMs);
      return true;
    },
    /** Called for each session that ended, wherever that happened. */
    sessionEnded,
    start() {
      timer ??= clock.setInterval(() => void poll(), pollMs);
      void pollAway();
    },
    stop() {
      timer?.cancel();
      awayTimer?.cancel();
      timer = null;
      awayTimer = null;
    },
  };
}
