/**
 * Notices a database that takes questions and answers none: stopped, cut off, or hung. Who waits then is told
 * so, and whoever comes next is told at once, until it answers again; otherwise every request would wait out
 * its connection's patience while more of them gather. A long statement, or one that waits for a
 * lock or a disk, is no stall: a sign of life is answered beside it. Time in which this process itself was asleep does not count.
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
  /** Asks the server for a sign of life. */
  probe: () => Promise<unknown>;
  /** Whether an error is the server's own word, and not that of a wait given up here. */
  isAnswer: (error: unknown) => boolean;
  clock?: Pick<Clock, 'monotonic' | 'setInterval'>;
}

/** Nothing was answered for so long, while something was asked: then a sign of life is asked for. */
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
    for (const giveUp of waiting) giveUp(new DatabaseStalled());
  };

  return {
    async ask(run) {
      if (isStalled) throw new DatabaseStalled();
      if (waiting.size === 0 && checking === undefined) {
        silentMs = 0;
        checkedAt = clock.monotonic();
        checking = clock.setInterval(check, checkMs);
      }
      let giveUp: (error: DatabaseStalled) => void = () => undefined;
      const stalled = new Promise<never>((_, reject) => {
        giveUp = reject;
      });
      waiting.add(giveUp);
      const answer = run();
      // Whoever asked may be gone when the answer comes; it is a sign of life all the same.
      answer.then(receivedAnswer, (error: unknown) => {
        if (isAnswer(error)) receivedAnswer();
      });
      try {
        return await Promise.race([answer, stalled]);
      } finally {
        waiting.delete(giveUp);
      }
    },
    stop: rest,
  };
};
