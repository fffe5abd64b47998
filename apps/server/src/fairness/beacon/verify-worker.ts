/**
 * Checks the signatures of values on a thread of its own: each takes a tenth of a second, in
 * which no press would be received.
 */
import { parentPort } from 'node:worker_threads';
import { isBeaconValue, type BeaconChain, type BeaconValue } from '@fairground/fairness/beacon';

export interface VerifyJob {
  id: number;
  chain: BeaconChain;
  value: BeaconValue;
}

export interface VerifyAnswer {
  id: number;
  isValid: boolean;
}

parentPort?.on('message', ({ id, chain, value }: VerifyJob) => {
  parentPort?.postMessage({ id, isValid: isBeaconValue(chain, value) } satisfies VerifyAnswer);
});
