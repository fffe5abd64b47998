/**
 * Sends a request until its outcome is known. Each POST has an Idempotency-Key, and each repeat the same one, so that
 * a bet whose answer was lost is placed once.
 */

export type Send = (request: Request) => Promise<Response>;

export interface RepeatOptions {
  send: Send;
  wait: (ms: number) => Promise<void>;
  createKey: () => string;
}

/** Before each repeat after a failure; then the failure is the caller's. */
const repeatAfterMs = [300, 900, 2_000, 5_000];
/** How often in a row the site may ask for a pause. */
const maxPauses = 10;

export const createRepeatingSend =
  ({ send, wait, createKey }: RepeatOptions): Send =>
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
        pauses += 1;
        await wait(1_000 * Number(answer.headers.get('retry-after') ?? 1));
      } else return answer;
    }
  };
