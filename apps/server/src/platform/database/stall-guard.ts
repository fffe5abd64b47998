/**
 * Detects a database that accepts statements and does not end them because it is stopped, disconnected or
 * hung, or because its commits wait for a standby that is gone. Pending statements then fail, and new ones fail
 * immediately, until a commit succeeds again; otherwise requests would pile up and wait for their timeouts. A long
 * statement, or one that waits for a lock or a disk, is not a stall: a transaction or a probe commits in the
 * meantime. Answers to reads say nothing, since a server that cannot commit still gives them. Time in which this
 * process itself was suspended, or got no processor, does not count.
 */
import type { Clock, Timer } from '../clock.ts';
import { createRunTime } from '../run-time.ts';
import { DatabaseAway } from './connection.ts';

export interface StallGuard {
  /**
   * Resolves or rejects with the response of the server, or rejects with `DatabaseStalled`. The success of
   * one that commits is as good as a probe.
   */
  run<Result>(send: () => Promise<Result>, commits?: boolean): Promise<Result>;
  stop(): void;
}

export class DatabaseStalled extends DatabaseAway {
  constructor() {
    super('the database does not respond');
  }
}

export interface StallGuardOptions {
  /** A commit that a healthy server ends immediately. It fails when the signal says that it waited for too long. */
  probe: (giveUp: AbortSignal) => Promise<unknown>;
  /** Whether an error of the probe is a response of the server, and not that it was given up. */
  isResponse: (error: unknown) => boolean;
  clock: Pick<Clock, 'monotonic' | 'setInterval'>;
}

/** The server is probed while a statement has been pending for this long, unless a probe succeeded meanwhile. */
const probeAfterMs = 1_000;
const stalledAfterMs = 3_000;
const giveUpProbeAfterMs = stalledAfterMs - probeAfterMs;
/**
 * A probe opens a connection, logs in and commits: eleven turns of the event loop that read one answer each. A check
 * follows a turn at least and counts this long at most, so before a stall a probe had sixteen turns, however late they
 * were.
 */
const checkMs = 125;

export const createStallGuard = ({ probe, isResponse, clock }: StallGuardOptions): StallGuard => {
  interface Pending {
    /** Since it was sent, or since a commit succeeded. */
    waitedMs: number;
    abandon: (error: DatabaseStalled) => void;
  }
  const pending = new Set<Pending>();
  let isStalled = false;
  let probing: { waitedMs: number; giveUp: AbortController } | undefined;
  let runTime = createRunTime(clock.monotonic, checkMs);
  let checking: Timer | undefined;

  const recordCommit = () => {
    for (const each of pending) each.waitedMs = 0;
    isStalled = false;
  };

  const stopChecks = () => {
    checking?.cancel();
    checking = undefined;
  };

  const tryProbe = () => {
    if (probing) return;
    const giveUp = new AbortController();
    probing = { waitedMs: 0, giveUp };
    void probe(giveUp.signal)
      .then(recordCommit, (error: unknown) => {
        if (isResponse(error)) recordCommit();
      })
      .finally(() => {
        probing = undefined;
      });
  };

  const check = () => {
    const passedMs = runTime.tick();
    let longestMs = 0;
    for (const each of pending) {
      each.waitedMs += passedMs;
      longestMs = Math.max(longestMs, each.waitedMs);
    }
    if (probing) {
      probing.waitedMs += passedMs;
      if (probing.waitedMs >= giveUpProbeAfterMs) probing.giveUp.abort();
    }
    if (longestMs >= probeAfterMs || isStalled) tryProbe();
    if (longestMs >= stalledAfterMs) {
      isStalled = true;
      for (const { abandon } of pending) abandon(new DatabaseStalled());
      pending.clear();
    }
    if (pending.size === 0 && !isStalled && !probing) stopChecks();
  };

  return {
    async run(send, commits = false) {
      if (isStalled) throw new DatabaseStalled();
      if (checking === undefined) {
        runTime = createRunTime(clock.monotonic, checkMs);
        checking = clock.setInterval(check, checkMs);
      }
      let abandon: Pending['abandon'] = () => undefined;
      const stalled = new Promise<never>((_, reject) => {
        abandon = reject;
      });
      const waiting: Pending = { waitedMs: 0, abandon };
      pending.add(waiting);
      try {
        const result = await Promise.race([send(), stalled]);
        if (commits) recordCommit();
        return result;
      } finally {
        pending.delete(waiting);
      }
    },
    stop() {
      probing?.giveUp.abort();
      stopChecks();
    },
  };
};
