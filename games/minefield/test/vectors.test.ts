/** Known answers of Minefield: the published vectors, which scripts/verify_fairground.py checks independently. */
import { parseHex } from '@fairground/fairness/hex';
import { expect, test } from 'vitest';
import vectors from '../../../packages/fairness/vectors.json' with { type: 'json' };
import { mineTiles } from '../draw.ts';

const bytes = (hex: string): Uint8Array => parseHex(hex) ?? expect.fail(`${hex} is not hex`);

test.each(vectors.mines)('mines/v1 nonce $nonce, $count of $tiles', (vector) => {
  const { serverSeed, count, mines, ...rest } = vector;
  expect(mineTiles({ serverSeed: bytes(serverSeed), mines: count, ...rest })).toEqual(mines);
});
