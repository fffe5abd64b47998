/** Known answers of Double Trouble: the published vectors, which scripts/verify_fairground.py checks independently. */
import { parseHex } from '@fairground/fairness/hex';
import { expect, test } from 'vitest';
import vectors from '../../../packages/fairness/vectors.json' with { type: 'json' };
import { draw30Number, sealedDraw30Number } from '../draw.ts';

const bytes = (hex: string): Uint8Array => parseHex(hex) ?? expect.fail(`${hex} is not hex`);

test.each(vectors.draw30)('draw30/v1 round $round of $max is $winningNumber', ({ salt, seed, ...rest }) => {
  expect(draw30Number({ salt: bytes(salt), seed: bytes(seed), ...rest })).toBe(rest.winningNumber);
});

test.each(vectors.draw30v2)(
  'draw30/v2 round $round of $max is $winningNumber',
  ({ seed, betsRoot, beacon, ...rest }) => {
    const sealed = { seed: bytes(seed), betsRoot: bytes(betsRoot), beacon: bytes(beacon) };
    expect(sealedDraw30Number({ ...sealed, ...rest })).toBe(rest.winningNumber);
  },
);
