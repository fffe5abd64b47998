/** Known answers of Minefield: the published vectors, which scripts/verify_fairground.py checks independently. */
import { readFileSync } from 'node:fs';
import { parseHex } from '@fairground/fairness/hex';
import { expect, test } from 'vitest';
import { mineTiles } from '../draw.ts';

interface Vectors {
  mines: {
    serverSeed: string;
    clientSeed: string;
    nonce: number;
    tiles: number;
    count: number;
    mines: number[];
  }[];
}

const file = new URL('../../../packages/fairness/vectors.json', import.meta.url);
const vectors = JSON.parse(readFileSync(file, 'utf8')) as Vectors;
const bytes = (hex: string): Uint8Array => parseHex(hex) ?? expect.fail(`${hex} is not hex`);

test.each(vectors.mines)('mines/v1 nonce $nonce, $count of $tiles', (vector) => {
  const { serverSeed, count, mines, ...rest } = vector;
  expect(mineTiles({ serverSeed: bytes(serverSeed), mines: count, ...rest })).toEqual(mines);
});
