/** Properties of crash/v2 for any seed: odds counted exactly, and proofs with only one interpretation. */
import { chainFrom } from '@fairground/fairness/chain';
import { formatHex } from '@fairground/fairness/hex';
import { verifyChainLink } from '@fairground/fairness/proof';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { crashHundredths, crashHundredthsAt, valuesInAll, valuesReaching } from '../draw.ts';
import { verifyAviatorProof } from '../verify.ts';

const rtpBp = 9700;

describe('crash/v2', () => {
  test('counts winning values as the formula does at its edge', () => {
    fc.assert(
      fc.property(fc.integer({ min: 101, max: 1_000_000 }), (hundredths) => {
        // Larger r means a higher crash point, so exactly the last `reaching` values get there.
        const firstReaching = valuesInAll - valuesReaching(hundredths, rtpBp);
        expect(crashHundredthsAt(firstReaching, rtpBp)).toBeGreaterThanOrEqual(hundredths);
        expect(crashHundredthsAt(firstReaching - 1n, rtpBp)).toBeLessThan(hundredths);
      }),
    );
  });

  test('returns 97 of 100 at every cash-out above 1.00x, exact to one of 2^52 values', () => {
    for (const hundredths of [101, 102, 150, 200, 333, 1000, 12_345, 999_999, 1_000_000]) {
      // Return = reaching / 2^52 * hundredths / 100; 97 % exactly would be `fair`.
      const returned = valuesReaching(hundredths, rtpBp) * BigInt(hundredths);
      const fair = 97n * valuesInAll;
      expect(returned <= fair).toBe(true);
      expect(fair - returned < BigInt(hundredths)).toBe(true);
    }
  });

  test('draws crash points from 1.00x to 10,000x that never fall with r', () => {
    expect(crashHundredthsAt(0n, rtpBp)).toBe(100);
    expect(crashHundredthsAt(valuesInAll - 1n, rtpBp)).toBe(1_000_000);
    fc.assert(
      fc.property(fc.bigInt(0n, valuesInAll - 1n), fc.bigInt(0n, valuesInAll - 1n), (one, other) => {
        const [low, high] = one < other ? [one, other] : [other, one];
        expect(crashHundredthsAt(low, rtpBp)).toBeLessThanOrEqual(crashHundredthsAt(high, rtpBp));
      }),
    );
  });
});

describe('proofs of a round', () => {
  const [terminal, seed] = chainFrom(new Uint8Array(32).fill(7), 1) as [Uint8Array, Uint8Array];
  const betsRoot = new Uint8Array(32).fill(9);
  const crash = crashHundredths({ betsRoot, seed, round: 1, rtpBp });
  const proof = {
    game: 'aviator',
    algorithm: 'crash/v2',
    commitment: formatHex(terminal),
    terminalHash: formatHex(terminal),
    seed: formatHex(seed),
    round: 1,
    betsRoot: formatHex(betsRoot),
    rtpBp,
    outcome: { crashMultiplier: crash / 100 },
  };

  test('accepts a valid proof and returns the crash point', () => {
    expect(verifyAviatorProof(proof)).toEqual({ ok: true, crashHundredths: crash });
    expect(verifyChainLink(proof)).toBe(true);
    expect(verifyChainLink({ ...proof, round: 2 })).toBe(false);
  });

  test.each([
    ['unknown_algorithm', { algorithm: 'crash/v1' }],
    ['unknown_algorithm', { algorithm: 'crash/v3' }],
    ['unknown_algorithm', { game: 'wheel' }],
    ['not_revealed', { seed: null, outcome: null }],
    ['malformed', { seed: 'AB'.repeat(32) }],
    ['malformed', { betsRoot: 'zz' }],
    ['malformed', { betsRoot: null }],
    ['malformed', { beacon: { randomness: '00' } }],
    ['malformed', { round: 0 }],
    ['malformed', { rtpBp: 20_000 }],
    ['commitment_mismatch', { seed: '00'.repeat(32) }],
    ['outcome_mismatch', { outcome: { crashMultiplier: crash / 100 + 0.01 } }],
    ['outcome_mismatch', { betsRoot: '00'.repeat(32) }],
    ['beacon_mismatch', { entropy: 'beacon' }],
  ])('reports %s for %j', (fault, change) => {
    expect(verifyAviatorProof({ ...proof, ...change })).toMatchObject({ ok: false, fault });
  });
});
