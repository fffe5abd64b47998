/** Samples warnings that can occur thousands of times, such as for each request while the database is unavailable. */
import type { Clock } from './clock.ts';
import type { Log } from './logger.ts';

export type Warn = (fields: object, message: string) => void;

const everyMs = 1_000;

/** Passes one line of each message a second; the next one counts those that were left out. */
export const createSampledWarning = (log: Pick<Log, 'warn'>, clock: Pick<Clock, 'monotonic'>): Warn => {
  const samples = new Map<string, { at: number; suppressed: number }>();
  return (fields, message) => {
    const now = clock.monotonic();
    const last = samples.get(message);
    if (last !== undefined && now - last.at < everyMs) {
      last.suppressed += 1;
      return;
    }
    samples.set(message, { at: now, suppressed: 0 });
    log.warn(last?.suppressed ? { ...fields, suppressed: last.suppressed } : fields, message);
  };
};

/** What names an expected fault in a short line; a bug is logged with its stack instead. */
export const reasonOf = (error: unknown): { reason: string; code?: unknown } => {
  if (!(error instanceof Error)) return { reason: String(error) };
  return { reason: error.message, ...('code' in error ? { code: error.code } : {}) };
};
