/**
 * Finds the newest id below which no row can be committed any more: ids are drawn before a commit, so that a
 * lower one may become visible later. All of them are known once every transaction is over that was in progress
 * when the newest one was read.
 */
export interface Snapshot {
  /** The newest id that is visible. */
  newest: bigint;
  /** The oldest transaction in progress, and the next one to begin. */
  oldest_running: bigint;
  next: bigint;
}

/** `read` takes all of it from one snapshot. */
export const createHorizon = (read: () => Promise<Snapshot | undefined>): (() => Promise<bigint>) => {
  let committed = 0n;
  let waiting: { newest: bigint; next: bigint } | undefined;
  return async () => {
    const now = await read();
    if (!now) throw new Error('a snapshot returned no row');
    if (waiting && waiting.next <= now.oldest_running) committed = waiting.newest;
    if (waiting === undefined || waiting.next <= now.oldest_running) {
      waiting = { newest: now.newest, next: now.next };
    }
    if (now.next <= now.oldest_running) committed = now.newest;
    return committed;
  };
};
