/** Known answers of Aviator: the published vectors, which scripts/verify_fairground.py checks independently. */
import { parseHex } from '@fairground/fairness/hex';
import { expect, test } from 'vitest';
import vectors from '../../../packages/fairness/vectors.json' with { type: 'json' };
import { crashHundredths } from '../draw.ts';
import { verifyAviatorProof } from '../verify.ts';

const bytes = (hex: string): Uint8Array => parseHex(hex) ?? expect.fail(`${hex} is not hex`);

test.each(vectors.crash)('crash/v2 round $round at $rtpBp is $crashHundredths', (vector) => {
  const { seed, betsRoot, beacon, ...rest } = vector;
  const sealed = { seed: bytes(seed), betsRoot: bytes(betsRoot), beacon: bytes(beacon) };
  expect(crashHundredths({ ...sealed, ...rest })).toBe(vector.crashHundredths);
});

test.each(vectors.proofs)('proof: $name', ({ proof, holds }) => {
  expect(verifyAviatorProof(proof).ok).toBe(holds);
});
