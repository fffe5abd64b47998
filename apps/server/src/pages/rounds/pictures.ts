/**
 * The pictures of rounds for shared links: drawn when they are first requested, one at a time and on a thread of their
 * own, and cached. A round's picture never changes.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { PictureJob } from './picture-worker.ts';

/** Draws one picture; called for the next one only when this one is done. */
export type Draw = (job: PictureJob) => Promise<Buffer>;

export const maxCachedPictures = 200;
export const maxWaitingPictures = 8;
/** How many pictures one caller waits for, so that nobody takes all places. */
export const maxWaitingOfCaller = 3;

export const createPictures = ({ draw, stop }: { draw: Draw; stop: () => Promise<void> }) => {
  /** Drawn or being drawn, the one that was used last at the end. */
  const cache = new Map<string, Promise<Buffer>>();
  let waiting = 0;
  const waitingOf = new Map<string, number>();
  let last: Promise<unknown> = Promise.resolve();

  const count = (caller: string, by: 1 | -1): void => {
    waiting += by;
    const ofCaller = (waitingOf.get(caller) ?? 0) + by;
    if (ofCaller > 0) waitingOf.set(caller, ofCaller);
    else waitingOf.delete(caller);
  };

  const enqueue = (job: PictureJob, caller: string): Promise<Buffer> => {
    count(caller, 1);
    const drawn = last.then(() => draw(job)).finally(() => count(caller, -1));
    last = drawn.catch(() => undefined);
    return drawn;
  };

  return {
    /** Undefined while too many wait to be drawn, of all or of this caller. */
    draw(key: string, job: () => PictureJob, caller: string): Promise<Buffer> | undefined {
      const cached = cache.get(key);
      if (cached) {
        cache.delete(key);
        cache.set(key, cached);
        return cached;
      }
      const ofCaller = waitingOf.get(caller) ?? 0;
      if (waiting >= maxWaitingPictures || ofCaller >= maxWaitingOfCaller) return undefined;
      const drawn = enqueue(job(), caller);
      cache.set(key, drawn);
      // A failure is no picture: the next request tries again.
      drawn.catch(() => cache.delete(key));
      const oldest = cache.keys().next();
      if (cache.size > maxCachedPictures && !oldest.done) cache.delete(oldest.value);
      return drawn;
    },
    async stop() {
      await last;
      await stop();
    },
  };
};

export type Pictures = ReturnType<typeof createPictures>;

type Answer = { picture: Uint8Array; error?: undefined } | { error: string };

const nextAnswer = (worker: Worker): Promise<Answer> => {
  const settled = new AbortController();
  const { signal } = settled;
  const answered = once(worker, 'message', { signal }) as Promise<[Answer]>;
  const died = once(worker, 'exit', { signal }).then(() => {
    throw new Error('the thread that draws pictures ended');
  });
  return Promise.race([answered.then(([answer]) => answer), died]).finally(() => {
    settled.abort();
    // The loser of the race is aborted, which is no failure.
    void Promise.allSettled([answered, died]);
  });
};

/** Starts its thread with the first picture. One that dies is replaced with the next picture. */
export const createPictureThread = (): { draw: Draw; stop: () => Promise<void> } => {
  let worker: Worker | undefined;
  const start = (): Worker => {
    const started = new Worker(new URL('./picture-worker.ts', import.meta.url));
    started.unref();
    started.once('exit', () => (worker = undefined));
    return started;
  };
  return {
    async draw(job) {
      worker ??= start();
      const answered = nextAnswer(worker);
      worker.postMessage(job);
      const answer = await answered;
      if (answer.error !== undefined) throw new Error(answer.error);
      return Buffer.from(answer.picture);
    },
    async stop() {
      await worker?.terminate();
    },
  };
};
