/** Randomness that a seed decides: the same seed gives the same bytes in the same order. */
import { hash } from 'node:crypto';
import type { Entropy } from '../src/platform/entropy.ts';

export const seededEntropy = (seed: number | string): Entropy => {
  let drawn = 0;
  return {
    randomBytes(count) {
      const blocks: Buffer[] = [];
      for (let bytes = 0; bytes < count; bytes += 32) {
        blocks.push(hash('sha256', `${seed}|${drawn++}`, 'buffer'));
      }
      return Buffer.concat(blocks).subarray(0, count);
    },
  };
};
