/**
 * How far the server's clock is ahead of ours, learned from the `timestamp` of what arrives. A message is
 * always older than it looks by its time on the way, so the largest of the last differences is nearest to
 * the truth. What is drawn follows in small steps, so that a correction is never seen as a jump.
 */
export type ClockOffset = {
  /** Takes one message: its timestamp and our time when it arrived. */
  learn(serverMs: number, localMs: number): void;
  /** Our clock was set: the next message alone counts. */
  forget(): void;
  /** Server time for a local time, by the best estimate: for timestamps. */
  serverMs(localMs: number): number;
  /** Server time for a local time, smoothed and never running backwards by more than it must: for drawing. */
  smoothMs(localMs: number): number;
};

const maxSamples = 16;
/** A larger error is a wrong clock, not a slow message: it is taken immediately. */
const snapMs = 400;
/** Share of the remaining error that is worked off in each millisecond. */
const slewPerMs = 0.002;

export function createClockOffset(): ClockOffset {
  let samples: number[] = [];
  let best = 0;
  let smooth: number | null = null;
  let smoothedAt = 0;

  return {
    learn(serverMs, localMs) {
      const sample = serverMs - localMs;
      // Either clock was set: earlier samples are no longer valid.
      if (samples.length > 0 && Math.abs(sample - best) > 60_000) samples = [];
      samples = [...samples, sample].slice(-maxSamples);
      best = Math.max(...samples);
    },
    forget() {
      samples = [];
    },
    serverMs: (localMs) => localMs + best,
    smoothMs(localMs) {
      if (smooth === null || Math.abs(best - smooth) > snapMs) smooth = best;
      const passedMs = Math.min(250, Math.max(0, localMs - smoothedAt));
      smoothedAt = localMs;
      smooth += (best - smooth) * Math.min(1, passedMs * slewPerMs);
      return localMs + smooth;
    },
  };
}
