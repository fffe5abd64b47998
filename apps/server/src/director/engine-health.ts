/** Tracks how long engines of the leader have failed. A game is closed when its engine has failed for a while. */
import type { Clock } from '../platform/clock.ts';

interface Engine {
  game?: string;
}

/** Shorter faults do not close the game. */
const failedAfterMs = 10_000;

export const createEngineHealth = (clock: Pick<Clock, 'monotonic'>, engines: readonly Engine[]) => {
  const failures = new Map<Engine, { sinceMs: number; count: number; hasFailed: boolean }>();
  const reopened = new Set<Engine>();
  const ofGames = engines.filter(({ game }) => game !== undefined);
  return {
    /**
     * Returns whether the engine's game may have to be opened again: after the first success,
     * or the first since it failed.
     */
    recordSuccess(engine: Engine) {
      failures.delete(engine);
      return !reopened.has(engine);
    },
    recordReopened: (engine: Engine) => reopened.add(engine),
    /**
     * How often the engine has failed without a success, whether that counts as failed, and whether it does just now.
     */
    recordFailure(engine: Engine): { count: number; hasFailed: boolean; isNew: boolean } {
      const now = clock.monotonic();
      const before = failures.get(engine) ?? { sinceMs: now, count: 0, hasFailed: false };
      const hasFailed = now - before.sinceMs >= failedAfterMs;
      const count = before.count + 1;
      failures.set(engine, { sinceMs: before.sinceMs, count, hasFailed });
      if (hasFailed) reopened.delete(engine);
      return { count, hasFailed, isNew: hasFailed && !before.hasFailed };
    },
    /** Whether every engine of a game has failed. */
    noGameRuns: () =>
      ofGames.length > 0 && ofGames.every((engine) => failures.get(engine)?.hasFailed === true),
    /** At the beginning of a leadership. */
    reset() {
      failures.clear();
      reopened.clear();
    },
  };
};
