/**
 * Pushes to single players. While many change in one moment and a broadcast to everybody was sent just before, as when
 * a round's players cash out in flight, a push waits for the next broadcast for a moment, to share its write: the
 * write is most of what a push costs. The player's own call is answered at once in any case.
 */
import type { Clock, Timer } from '../platform/clock.ts';

/** A connection that can hold a frame back until its next write. */
export interface PushTarget {
  /** Writes what is held back first. */
  deliver(frames: Buffer): void;
  hold(frame: Buffer): void;
  flush(): void;
  /** Whether it is sent every broadcast, ticks included. */
  takesTicks(): boolean;
}

export interface PushBurstDeps {
  clock: Pick<Clock, 'monotonic' | 'setTimeout'>;
  /** When the last tick or other event was published, on the monotonic clock. */
  lastPublishedMs: () => number;
}

/**
 * A little longer than from one tick of a flight to the next. A push is held for twice as long at most, where none
 * comes.
 */
export const turnMs = 300;
/** Pushes in a window that make a burst. */
export const burstSize = 100;
export const windowMs = 100;

export const createPushBurst = ({ clock, lastPublishedMs }: PushBurstDeps) => {
  /** Connections that hold something back since this turn, and since the one before. */
  let holding = new Set<PushTarget>();
  let holdingLonger = new Set<PushTarget>();
  let timer: Timer | undefined;
  let windowStartMs = -Infinity;
  let pushes = 0;
  let pushesBefore = 0;

  const isBurst = (): boolean => {
    const nowMs = clock.monotonic();
    if (nowMs - windowStartMs >= windowMs) {
      pushesBefore = nowMs - windowStartMs < 2 * windowMs ? pushes : 0;
      pushes = 0;
      windowStartMs = nowMs;
    }
    pushes += 1;
    return Math.max(pushes, pushesBefore) > burstSize && nowMs - lastPublishedMs() <= turnMs;
  };

  const endTurn = (): void => {
    timer = undefined;
    // Most of them were written with a broadcast.
    for (const target of holdingLonger) target.flush();
    holdingLonger = holding;
    holding = new Set();
    if (holdingLonger.size > 0) timer = clock.setTimeout(endTurn, turnMs);
  };

  return {
    push(targets: Iterable<PushTarget>, frame: Buffer): void {
      const mayHold = isBurst();
      for (const target of targets) {
        if (!mayHold || !target.takesTicks()) {
          target.deliver(frame);
          continue;
        }
        target.hold(frame);
        holding.add(target);
        timer ??= clock.setTimeout(endTurn, turnMs);
      }
    },
  };
};
