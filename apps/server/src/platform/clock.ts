/** The only clock and the only timers of the server. Everything else is handed one of these. */

export interface Timer {
  cancel(): void;
}

export interface Clock {
  /** Milliseconds since 1970, which may jump when the machine's clock is set. */
  now(): number;
  /** Milliseconds that only ever grow; for measuring how long something took. */
  monotonic(): number;
  /** Calls back once after the delay. Does not prevent the process from exiting. */
  setTimeout(run: () => void, delayMs: number): Timer;
  setInterval(run: () => void, everyMs: number): Timer;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  setTimeout(run, delayMs) {
    const handle = setTimeout(run, Math.max(0, delayMs));
    handle.unref();
    return { cancel: () => clearTimeout(handle) };
  },
  setInterval(run, everyMs) {
    const handle = setInterval(run, everyMs);
    handle.unref();
    return { cancel: () => clearInterval(handle) };
  },
};

/**
 * Calls `read` some time after the last call has ended, until it is stopped; what fails is tried again like the rest.
 */
export const repeat = (
  clock: Pick<Clock, 'setTimeout'>,
  everyMs: number,
  read: () => Promise<void>,
  failed: (error: unknown) => void,
) => {
  let timer: Timer | undefined;
  let isStopped = false;
  const start = () => {
    if (!isStopped) timer = clock.setTimeout(() => void read().catch(failed).finally(start), everyMs);
  };
  return {
    start,
    stop() {
      isStopped = true;
      timer?.cancel();
    },
  };
};
