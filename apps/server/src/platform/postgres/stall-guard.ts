/**
 * Detects a database that accepts statements and answers none: stopped, cut off, or hung. Waiting statements then fail,
 * and new ones fail at once, until it answers again; otherwise every request would wait for its timeout while more of
 * them pile up. A long statement, or one that waits for a lock or a disk, is not a stall: a probe is answered in the
 * meantime. Time in which this process itself was suspended does not count.
 */
import { systemClock, type Clock, type Timer } from '../clock.ts';

export interface StallGuard {
  /** Runs something that ends with the server's answer, or rejects with `DatabaseStalled`. */
  ask<Result>(run: () => Promise<Result>): Promise<Result>;
  stop(): void;
}

export class DatabaseStalled extends Error {
  constructor() {
    super('the database does not answer');
  }
}

export interface StallGuardOptions {
  /** A request that a healthy server answers immediately. */
  probe: () => Promise<unknown>;
  /** Whether an error came from the server, and not from a timeout on this side. */
  isAnswer: (error: unknown) => boolean;
  clock?: Pick<Clock, 'monotonic' | 'setInterval'>;
}

/** The server is probed when nothing was answered for so long while a statement was waiting. */
const probeAfterMs = 1_000;
const stalledAfterMs = 3_000;
const checkMs = 250;

export const createStallGuard = ({ probe, isAnswer, clock = systemClock }: StallGuardOptions): StallGuard => {
  const waiting = new Set<(error: DatabaseStalled) => void>();
  let silentMs = 0;
  let isStalled = false;
  let isProbing = false;
  let checkedAt = 0;
  let checking: Timer | undefined;

  const receivedAnswer = () => {
    silentMs = 0;
    isStalled = false;
  };

  const rest = () => {
    checking?.cancel();
    checking = undefined;
  };

  const tryProbe = () => {
    if (isProbing) return;
    isProbing = true;
    void probe()
      .then(receivedAnswer, (error: unknown) => {
        if (isAnswer(error)) receivedAnswer();
      })
      .finally(() => {
        isProbing = false;
      });
  };

  const check = () => {
    const now = clock.monotonic();
    silentMs += Math.min(now - checkedAt, 2 * checkMs);
    checkedAt = now;
    if (waiting.size === 0 && !isStalled) {
      rest();
      return;
    }
    if (silentMs >= probeAfterMs) tryProbe();
    if (silentMs < stalledAfterMs) return;
    isStalled = true;
    for (const abandon of waiting) abandon(new DatabaseStalled());
  };

  return {
    async ask(run) {
      if (isStalled) throw new DatabaseStalled();
      if (waiting.size === 0 && checking === undefined) {
        silentMs = 0;
        checkedAt = clock.monotonic();
        checking = clock.setInterval(check, checkMs);
      }
      let abandon: (error: DatabaseStalled) => void = () => undefined;
      const stalled = new Promise<never>((_, reject) => {
        abandon = reject;
      });
      waiting.add(abandon);
      const answer = run();
      // The response shows that the server is alive even if the caller no longer waits for it.
      answer.then(receivedAnswer, (error: unknown) => {
        if (isAnswer(error)) receivedAnswer();
      });
      try {
        return await Promise.race([answer, stalled]);
      } finally {
        waiting.delete(abandon);
      }
    },
    stop: rest,
  };
};
