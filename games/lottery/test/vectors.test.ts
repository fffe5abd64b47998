/** Known answers of the lottery: the published vectors, which scripts/verify_fairground.py checks independently. */
import { parseHex } from '@fairground/fairness/hex';
import { expect, test } from 'vitest';
import vectors from '../../../packages/fairness/vectors.json' with { type: 'json' };
import { lottoNumbers } from '../draw.ts';

const bytes = (hex: string): Uint8Array => parseHex(hex) ?? expect.fail(`${hex} is not hex`);

test.each(vectors.lotto)('lotto/v2 of $date', ({ beacon, betsRoot, seed, date, winningNumbers }) => {
  const input = { beacon: bytes(beacon), betsRoot: bytes(betsRoot), seed: bytes(seed), date };
  expect(lottoNumbers(input)).toEqual(winningNumbers);
});
