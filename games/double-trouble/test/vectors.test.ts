/** Known answers of Double Trouble: the published vectors, which scripts/verify_fairground.py checks independently. */
import { parseHex } from '@fairground/fairness/hex';
import { expect, test } from 'vitest';
import vectors from '../../../packages/fairness/vectors.json' with { type: 'json' };
import { draw30Number } from '../draw.ts';

const bytes = (hex: string): Uint8Array => parseHex(hex) ?? expect.fail(`${hex} is not hex`);

test.each(vectors.draw30)(
  'draw30/v2 round $round of $max is $winningNumber',
  ({ seed, betsRoot, beacon, ...rest }) => {
    const sealed = { seed: bytes(seed), betsRoot: bytes(betsRoot), beacon: bytes(beacon) };
    expect(draw30Number({ ...sealed, ...rest })).toBe(rest.winningNumber);
  },
);
