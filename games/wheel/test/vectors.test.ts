/** Known answers of the wheel: the published vectors, which scripts/verify_fairground.py checks independently. */
import { readFileSync } from 'node:fs';
import { parseHex } from '@fairground/fairness/hex';
import { expect, test } from 'vitest';
import { wheelSegment } from '../draw.ts';

interface Vectors {
  wheel: { serverSeed: string; clientSeed: string; nonce: number; segments: number; segment: number }[];
}

const file = new URL('../../../packages/fairness/vectors.json', import.meta.url);
const vectors = JSON.parse(readFileSync(file, 'utf8')) as Vectors;
const bytes = (hex: string): Uint8Array => parseHex(hex) ?? expect.fail(`${hex} is not hex`);

test.each(vectors.wheel)('wheel/v1 nonce $nonce of $segments', ({ serverSeed, segment, ...rest }) => {
  expect(wheelSegment({ serverSeed: bytes(serverSeed), ...rest })).toBe(segment);
});
