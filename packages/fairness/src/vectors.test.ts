/** Known answers: the published vectors, which scripts/verify_aviator.py checks without any of this code. */
import { readFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { chainFrom, commitmentOf, seedBefore } from './chain.ts';
import { crashHundredths } from '../../../games/aviator/draw.ts';
import { draw30Number } from '../../../games/double-trouble/draw.ts';
import { formatHex, parseHex } from './hex.ts';
import { lottoNumbers } from '../../../games/lottery/draw.ts';
import { merkleRoot } from './merkle.ts';
import { mineTiles } from '../../../games/minefield/draw.ts';
import { openStream } from './stream.ts';
import { verifyAviatorProof, type AviatorProofInput } from '../../../games/aviator/verify.ts';
import { wheelSegment } from '../../../games/wheel/draw.ts';

interface Vectors {
  chain: { last: string; links: number; terminal: string }[];
  commitment: { seed: string; commitment: string }[];
  stream: { key: string; context: string; below: number; numbers: number[] }[];
  crash: { salt: string; seed: string; round: number; rtpBp: number; crashHundredths: number }[];
  draw30: { salt: string; seed: string; round: number; max: number; winningNumber: number }[];
  mines: {
    serverSeed: string;
    clientSeed: string;
    nonce: number;
    tiles: number;
    count: number;
    mines: number[];
  }[];
  wheel: { serverSeed: string; clientSeed: string; nonce: number; segments: number; segment: number }[];
  lotto: { beacon: string; rootHex: string; date: string; seed: string; winningNumbers: number[] }[];
  merkle: { leaves: string[]; root: string }[];
  proofs: { name: string; holds: boolean; proof: AviatorProofInput }[];
}

const vectors = JSON.parse(readFileSync(new URL('../vectors.json', import.meta.url), 'utf8')) as Vectors;
const bytes = (hex: string): Uint8Array => parseHex(hex) ?? expect.fail(`${hex} is not hex`);

describe('published vectors', () => {
  test('chains end in their terminal hash', () => {
    for (const { last, links, terminal } of vectors.chain) {
      expect(formatHex(seedBefore(bytes(last), links))).toBe(terminal);
      expect(chainFrom(bytes(last), links).map(formatHex)).toMatchObject({ 0: terminal, [links]: last });
    }
  });

  test('commitments', () => {
    for (const { seed, commitment } of vectors.commitment) {
      expect(formatHex(commitmentOf(bytes(seed)))).toBe(commitment);
    }
  });

  test('streams, skipped words included', () => {
    for (const { key, context, below, numbers } of vectors.stream) {
      const stream = openStream(bytes(key), context);
      expect(numbers.map(() => stream.below(below))).toEqual(numbers);
    }
  });

  test.each(vectors.crash)('crash/v1 round $round at $rtpBp is $crashHundredths', (vector) => {
    const { salt, seed, ...rest } = vector;
    expect(crashHundredths({ salt: bytes(salt), seed: bytes(seed), ...rest })).toBe(vector.crashHundredths);
  });

  test.each(vectors.draw30)('draw30/v1 round $round of $max is $winningNumber', ({ salt, seed, ...rest }) => {
    expect(draw30Number({ salt: bytes(salt), seed: bytes(seed), ...rest })).toBe(rest.winningNumber);
  });

  test.each(vectors.mines)('mines/v1 nonce $nonce, $count of $tiles', (vector) => {
    const { serverSeed, count, mines, ...rest } = vector;
    expect(mineTiles({ serverSeed: bytes(serverSeed), mines: count, ...rest })).toEqual(mines);
  });

  test.each(vectors.wheel)('wheel/v1 nonce $nonce of $segments', ({ serverSeed, segment, ...rest }) => {
    expect(wheelSegment({ serverSeed: bytes(serverSeed), ...rest })).toBe(segment);
  });

  test.each(vectors.lotto)('lotto/v1 of $date', ({ beacon, seed, winningNumbers, ...rest }) => {
    expect(lottoNumbers({ beacon: bytes(beacon), seed: bytes(seed), ...rest })).toEqual(winningNumbers);
  });

  test('Merkle roots, of no leaves too', () => {
    for (const { leaves, root } of vectors.merkle) expect(merkleRoot(leaves)).toBe(root);
  });

  test.each(vectors.proofs)('proof: $name', ({ proof, holds }) => {
    expect(verifyAviatorProof(proof).ok).toBe(holds);
  });
});

const python = spawnSync('python3', ['--version']);

test.skipIf(python.status !== 0)('a second implementation finds the same values', () => {
  const script = fileURLToPath(new URL('../../../scripts/verify_aviator.py', import.meta.url));
  const run = spawnSync('python3', ['-B', script], { encoding: 'utf8' });
  expect(run.stderr).toBe('');
  expect(run.stdout).toMatch(/^\d+ published values recomputed, all the same\n$/);
});
