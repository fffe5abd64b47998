/**
 * Measures how long this process waited for something while it ran itself. A process that is suspended, or
 * gets no processor, has not waited meanwhile: what it waits for may have been ready all the time. Timers run before
 * answers are read, so a late tick says no more than that the answers of one turn of the event loop were read since the
 * one before.
 */
export const createRunTime = (monotonic: () => number, tickMs: number): { tick(): number } => {
  let tickedAt = monotonic();
  return {
    /** To be called every `tickMs`. Gives the milliseconds since the last call, of which one tick counts at most. */
    tick() {
      const now = monotonic();
      const passedMs = Math.min(now - tickedAt, tickMs);
      tickedAt = now;
      return passedMs;
    },
  };
};
