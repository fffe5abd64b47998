/**
 * Sends a request until its outcome is known. Each POST has an Idempotency-Key, and each repeat the same one, so that
 * a bet whose answer was lost is placed once.
 */

export type Send = (request: Request) => Promise<Response>;

export interface RepeatOptions {
  send: Send;
  wait: (ms: number) => Promise<void>;
  createKey: () => string;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** Before each repeat after a failure; then the failure is the caller's. */
const repeatAfterMs = [300, 900, 2_000, 5_000];
/** How often in a row the site may ask for a pause. */
const maxPauses = 10;

/** Whether to wait for longer is the caller's decision. */
const maxPauseMs = 3_600_000;
const defaultPauseMs = 1_000;

/**
 * The pause of a `Retry-After`, which is a number of seconds or, behind some proxies, a date. One that says
 * nothing is a second; undefined is longer than is waited here.
 */
export const pauseOf = (retryAfter: string | null, nowMs: number): number | undefined => {
  const text = retryAfter?.trim() ?? '';
  const ms = /^\d+$/.test(text) ? 1_000 * Number(text) : /[a-z]/i.test(text) ? Date.parse(text) - nowMs : NaN;
  if (Number.isNaN(ms)) return defaultPauseMs;
  return ms > maxPauseMs ? undefined : Math.max(ms, defaultPauseMs);
};

export const createRepeatingSend =
  ({ send, wait, createKey, now }: RepeatOptions): Send =>
  async (request) => {
    if (request.method === 'POST' && !request.headers.has('idempotency-key')) {
      request.headers.set('idempotency-key', createKey());
    }
    let pauses = 0;
    for (let failures = 0; ;) {
      // The body of a request is read once: what is sent is a copy.
      const answer = await send(request.clone()).catch((error: unknown) => ({ error }));
      if ('error' in answer || answer.status >= 500) {
        const waitMs = repeatAfterMs[failures];
        if (waitMs === undefined) {
          if ('error' in answer) throw answer.error;
          return answer;
        }
        failures += 1;
        await wait(waitMs);
      } else if (answer.status === 429 && pauses < maxPauses) {
        const pauseMs = pauseOf(answer.headers.get('retry-after'), now());
        if (pauseMs === undefined) return answer;
        pauses += 1;
        await wait(pauseMs);
      } else return answer;
    }
  };
