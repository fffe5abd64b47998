/** Loading a part of the page that may fail to arrive, such as while the connection is lost. */

export interface LoadPlatform {
  wait(ms: number): Promise<void>;
  report(fault: unknown): void;
}

const pauseMs = (failures: number): number => Math.min(30_000, 1_000 * 3 ** (failures - 1));

/**
 * Tries until the part has arrived, or `maxTries` is reached, with growing pauses. The first failure is reported. A
 * module that threw while it ran is not run again: every import of it rejects with what it threw.
 */
export async function loadRepeatedly<T>(
  load: () => Promise<T>,
  { wait, report }: LoadPlatform,
  maxTries = Number.POSITIVE_INFINITY,
): Promise<T> {
  let thrown: unknown;
  for (let failures = 0; ;) {
    try {
      return await load();
    } catch (error) {
      failures += 1;
      if (failures === 1) report(error);
      if (failures >= maxTries || (failures > 1 && error === thrown)) throw error;
      thrown = error;
    }
    await wait(pauseMs(failures));
  }
}
