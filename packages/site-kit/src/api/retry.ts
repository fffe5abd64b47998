/** Which failed requests are repeated: refusals are final, a lost network is tried again twice. */
import { isApiError } from './api-error.ts';

const maxRetries = 2;

/** `failures` are those before this one. */
export const shouldRetry = (failures: number, error: unknown): boolean =>
  failures < maxRetries && (!isApiError(error) || error.status === 0 || error.status >= 500);

export const retryDelayMs = (failures: number): number => 500 * 2 ** failures;

const sleep = (ms: number): Promise<void> => new Promise((resume) => setTimeout(resume, ms));

/** For requests outside the query cache, which repeats its own by the same rules. */
export async function withRetries<T>(load: () => Promise<T>, wait = sleep): Promise<T> {
  for (let failures = 0; ; failures++) {
    try {
      return await load();
    } catch (error) {
      if (!shouldRetry(failures, error)) throw error;
      await wait(retryDelayMs(failures));
    }
  }
}
