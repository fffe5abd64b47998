/** For engines that a test runs without a site. */
import type { Beacon } from '../src/fairness/beacon/service.ts';

export const noBeacon: Beacon = {
  chainId: null,
  async step() {
    throw new Error('there is no beacon');
  },
  close: async () => undefined,
  isAway: async () => false,
};
