/** The moment of a replay: it plays, pauses, or is moved by the scrub bar. Time and frames are parameters. */

export interface ReplayClock {
  readonly durationMs: number;
  /** Milliseconds since the beginning of the recording. */
  atMs(): number;
  isPlaying(): boolean;
  /** From the beginning where the replay has reached its end. */
  play(): void;
  pause(): void;
  /** Moves to a moment, and pauses there. */
  seek(ms: number): void;
  /** Called when the moment has moved, or the replay plays or stops. */
  subscribe(listener: () => void): () => void;
}

export interface ReplayPlatform {
  nowMs(): number;
  /** Calls back before the next frame; what it returns cancels that. */
  requestFrame(callback: () => void): () => void;
}

export const browserPlatform: ReplayPlatform = {
  nowMs: () => performance.now(),
  requestFrame(callback) {
    const request = requestAnimationFrame(callback);
    return () => cancelAnimationFrame(request);
  },
};

/** `startMs` is where it starts. */
export function createReplayClock(
  durationMs: number,
  startMs: number,
  platform: ReplayPlatform = browserPlatform,
): ReplayClock {
  const listeners = new Set<() => void>();
  const within = (ms: number): number => Math.min(durationMs, Math.max(0, ms));
  let restsAtMs = within(startMs);
  /** While it plays: the time at which it would have been at the beginning. */
  let beganMs: number | null = null;
  let cancelFrame = (): void => undefined;

  const notify = (): void => {
    for (const listener of listeners) listener();
  };
  const atMs = (): number => (beganMs === null ? restsAtMs : within(platform.nowMs() - beganMs));
  const stop = (ms: number): void => {
    cancelFrame();
    beganMs = null;
    restsAtMs = within(ms);
    notify();
  };
  const onFrame = (): void => {
    if (atMs() >= durationMs) {
      stop(durationMs);
      return;
    }
    cancelFrame = platform.requestFrame(onFrame);
    notify();
  };

  return {
    durationMs,
    atMs,
    isPlaying: () => beganMs !== null,
    play() {
      if (beganMs !== null) return;
      beganMs = platform.nowMs() - (restsAtMs >= durationMs ? 0 : restsAtMs);
      cancelFrame = platform.requestFrame(onFrame);
      notify();
    },
    pause: () => stop(atMs()),
    seek: stop,
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        // A replay that nobody watches stops.
        if (listeners.size === 0 && beganMs !== null) stop(atMs());
      };
    },
  };
}
