/**
 * Detects a database that accepts statements and does not respond because it is stopped, disconnected or hung. Pending
 * statements then fail, and new ones fail immediately, until it responds again; otherwise requests would pile up and wait
 * for their timeouts. A long statement, or one that waits for a lock or a disk, is not a stall: the server responds to a
 * probe in the meantime. Time while this process itself was suspended does not count.
 */
import type { Clock, Timer } from '../clock.ts';
import { DatabaseAway } from './primary.ts';

export interface StallGuard {
  /** Resolves or rejects with the response of the server, or rejects with `DatabaseStalled`. */
  run<Result>(send: () => Promise<Result>): Promise<Result>;
  stop(): void;
}

export class DatabaseStalled extends DatabaseAway {
  constructor() {
    super('the database does not respond');
  }
}

export interface StallGuardOptions {
  /** A request that a healthy server answers immediately. */
  probe: () => Promise<unknown>;
  /** Whether an error is a response of the server, and not a local timeout. */
  isResponse: (error: unknown) => boolean;
  clock: Pick<Clock, 'monotonic' | 'setInterval'>;
}

/** The server is probed after this long without a response to a pending statement. */
const probeAfterMs = 1_000;
const stalledAfterMs = 3_000;
const checkMs = 250;

export const createStallGuard = ({ probe, isResponse, clock }: StallGuardOptions): StallGuard => {
  const pending = new Set<(error: DatabaseStalled) => void>();
  let unresponsiveMs = 0;
  let isStalled = false;
  let isProbing = false;
  let checkedAt = 0;
  let checking: Timer | undefined;

  const recordResponse = () => {
    unresponsiveMs = 0;
    isStalled = false;
  };

  const stopChecks = () => {
    checking?.cancel();
    checking = undefined;
  };

  const tryProbe = () => {
    if (isProbing) return;
    isProbing = true;
    void probe()
      .then(recordResponse, (error: unknown) => {
        if (isResponse(error)) recordResponse();
      })
      .finally(() => {
        isProbing = false;
      });
  };

  const check = () => {
    const now = clock.monotonic();
    unresponsiveMs += Math.min(now - checkedAt, 2 * checkMs);
    checkedAt = now;
    if (pending.size === 0 && !isStalled) {
      stopChecks();
      return;
    }
    if (unresponsiveMs >= probeAfterMs) tryProbe();
    if (unresponsiveMs < stalledAfterMs) return;
    isStalled = true;
    for (const abandon of pending) abandon(new DatabaseStalled());
  };

  return {
    async run(send) {
      if (isStalled) throw new DatabaseStalled();
      if (pending.size === 0 && checking === undefined) {
        unresponsiveMs = 0;
        checkedAt = clock.monotonic();
        checking = clock.setInterval(check, checkMs);
      }
      let abandon: (error: DatabaseStalled) => void = () => undefined;
      const stalled = new Promise<never>((_, reject) => {
        abandon = reject;
      });
      pending.add(abandon);
      const response = send();
      // The response shows that the server is alive even if the caller no longer waits for it.
      response.then(recordResponse, (error: unknown) => {
        if (isResponse(error)) recordResponse();
      });
      try {
        return await Promise.race([response, stalled]);
      } finally {
        pending.delete(abandon);
      }
    },
    stop: stopChecks,
  };
};
