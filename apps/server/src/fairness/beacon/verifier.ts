/**
 * Checks values of the beacon beside the main thread. The thread starts with the first value; one that dies is
 * replaced.
 */
import { Worker } from 'node:worker_threads';
import type { BeaconChain, BeaconValue } from '@fairground/fairness/beacon-rounds';
import type { VerifyAnswer, VerifyJob } from './verify-worker.ts';

export const createBeaconVerifier = () => {
  let worker: Worker | undefined;
  let lastId = 0;
  const waiting = new Map<number, { resolve: (isValid: boolean) => void; reject: (error: Error) => void }>();

  const start = (): Worker => {
    const started = new Worker(new URL('./verify-worker.ts', import.meta.url));
    started.unref();
    started.on('message', ({ id, isValid }: VerifyAnswer) => {
      waiting.get(id)?.resolve(isValid);
      waiting.delete(id);
    });
    let cause = new Error('the thread that verifies the beacon ended');
    started.once('error', (error: Error) => (cause = error));
    started.once('exit', () => {
      worker = undefined;
      for (const { reject } of waiting.values()) reject(cause);
      waiting.clear();
    });
    return started;
  };

  return {
    isValid: (chain: BeaconChain, value: BeaconValue): Promise<boolean> =>
      new Promise((resolve, reject) => {
        worker ??= start();
        lastId += 1;
        waiting.set(lastId, { resolve, reject });
        worker.postMessage({ id: lastId, chain, value } satisfies VerifyJob);
      }),
    async stop() {
      await worker?.terminate();
    },
  };
};

export type BeaconVerifier = ReturnType<typeof createBeaconVerifier>;
