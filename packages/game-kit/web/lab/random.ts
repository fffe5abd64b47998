/**
 * A fast generator with a seed, for simulations alone: xoshiro128** by Blackman and Vigna. Its state can be computed
 * from a few of its numbers, so no real draw may ever use it; those come from `@fairground/fairness/stream`.
 */

export interface LabRandom {
  /** The next integer from 0 to n - 1, each exactly as likely; n from 1 to 2^32. */
  below(n: number): number;
  /** The next integer of 52 bits. */
  bits52(): number;
}

const wordValues = 2 ** 32;

/** Random numbers from an integer of 32 bits, the same in every browser. */
export const createRandom = (seed: number): LabRandom => createRandomFrom(spread(seed));

export function createRandomFrom([s0, s1, s2, s3]: readonly [number, number, number, number]): LabRandom {
  let [a, b, c, d] = [s0 | 0, s1 | 0, s2 | 0, s3 | 0];

  function word(): number {
    const product = Math.imul(b, 5);
    const result = Math.imul((product << 7) | (product >>> 25), 9);
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = (d << 11) | (d >>> 21);
    return result >>> 0;
  }

  return {
    below(n) {
      // Words past the last full multiple of n would favor the small remainders, so they are skipped.
      const limit = wordValues - (wordValues % n);
      let next = word();
      while (next >= limit) next = word();
      return next % n;
    },
    bits52: () => word() * 2 ** 20 + (word() >>> 12),
  };
}

/**
 * Neighboring seeds must not give related numbers: the words of the state come from a Weyl sequence through a mixer.
 */
function spread(seed: number): [number, number, number, number] {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  };
  // A state of zeros alone would stay there; four of these words are never all zero.
  return [next(), next(), next(), next()];
}
