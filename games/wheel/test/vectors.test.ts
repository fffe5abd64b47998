/** Known answers of the wheel: the published vectors, which scripts/verify_fairground.py checks independently. */
import { parseHex } from '@fairground/fairness/hex';
import { expect, test } from 'vitest';
import vectors from '../../../packages/fairness/vectors.json' with { type: 'json' };
import { wheelSegment } from '../draw.ts';

const bytes = (hex: string): Uint8Array => parseHex(hex) ?? expect.fail(`${hex} is not hex`);

test.each(vectors.wheel)('wheel/v1 nonce $nonce of $segments', ({ serverSeed, segment, ...rest }) => {
  expect(wheelSegment({ serverSeed: bytes(serverSeed), ...rest })).toBe(segment);
});
